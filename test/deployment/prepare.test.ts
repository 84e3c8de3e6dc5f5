import { cpSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '@night-routine/service'
import t from 'tap'
import { readStages } from './dockerfile.ts'
import { settingsByService } from '../known-settings.ts'
import { readCompose, readEnvFile } from './compose-file.ts'
import { checkout } from './checkout.ts'

const example = readFileSync('.env.example', 'utf8')
const compose = readCompose(readEnvFile(example))
// `settings` runs the image of web and has the same settings.
const ours = Object.entries(compose.services).filter(
  ([name, { build }]) => build !== undefined && name !== 'settings',
)
const stages = readStages(readFileSync('infra/Dockerfile', 'utf8'))

t.test('after infra/prepare.sh every service has the settings that production needs', async t => {
  const { folder, run } = checkout(t)
  const prepare = () => {
    const { status, said } = run('infra/prepare.sh')
    t.equal(status, 0)
    return said.join('\n')
  }
  t.match(prepare(), '- secrets/google-client-secret is empty')
  const made = readdirSync(`${folder}/secrets`).toSorted()
  t.strictSame(
    made,
    Object.values(compose.secrets)
      .map(({ file }) => file.replace('./secrets/', ''))
      .toSorted(),
  )
  t.equal(statSync(`${folder}/secrets`).mode & 0o777, 0o700)
  const read = () => made.map(name => readFileSync(`${folder}/secrets/${name}`, 'utf8'))
  const before = read()
  cpSync('LICENSE', `${folder}/secrets/google-client-secret`)
  t.notMatch(prepare(), 'secrets/google-client-secret', 'it is there now')
  t.strictSame(read().filter(text => !before.includes(text)).length, 1, 'the others stay')
  t.equal(new Set(before).size, before.length, 'and no two are the same')
  t.equal(readFileSync(`${folder}/.env`, 'utf8'), example)

  const schemas = await settingsByService()
  for (const [name, { environment = {}, secrets = [] }] of ours) {
    const at = (path: string) => {
      const secret = path.replace('/run/secrets/', '')
      t.ok(secrets.includes(secret), `${name}: ${secret}`)
      return resolve(folder, compose.secrets[secret]?.file ?? '')
    }
    const given = Object.entries(environment).map(
      ([key, value]) => [key, key.endsWith('_FILE') ? at(String(value)) : String(value)] as const,
    )
    t.equal(given.filter(([key]) => key.endsWith('_FILE')).length, secrets.length, name)
    // The doctor reads all settings of operations.
    const reader = name === 'doctor' ? 'operations' : name
    const known = schemas.find(({ service }) => service === reader)
    if (known === undefined) continue
    const names = known.settings.flatMap(one => [one.name, `${one.name}_FILE`])
    for (const [key] of given) t.ok(names.includes(key), `${name} reads ${key}`)
    const all = { ...stages[reader]?.env, ...Object.fromEntries(given) }
    t.doesNotThrow(() => loadConfig(known.schema, all), name)
  }
})
