import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import t from 'tap'
import { isSettingOf, settingsByService } from '../settings.ts'
import { checkout } from './checkout.ts'
import { compose } from './compose-file.ts'
import { images, stages } from './dockerfile.ts'

t.test('infra/prepare.sh makes a .env and secrets once', async t => {
  const { folder, run } = checkout(t)
  t.match(run('prepare'), { status: 0, said: /secrets\/google-client-secret is empty/ })
  const files = readdirSync(`${folder}/secrets`).map(name => `./secrets/${name}`)
  t.strictSame(
    files.toSorted(),
    Object.values(compose.secrets)
      .map(({ file }) => file)
      .toSorted(),
  )
  t.equal(statSync(`${folder}/secrets`).mode & 0o777, 0o700)
  const read = () => files.map(path => readFileSync(`${folder}/${path}`, 'utf8'))
  const before = read()
  t.equal(new Set(before).size, before.length, 'no two are the same')
  writeFileSync(`${folder}/secrets/google-client-secret`, 'x\n')
  t.notMatch(run('prepare').said, 'google-client-secret')
  t.equal(read().filter(text => !before.includes(text)).length, 1, 'the others stay')
  t.equal(readFileSync(`${folder}/.env`, 'utf8'), readFileSync('.env.example', 'utf8'))
})

t.test('then every container has the settings that it needs', async t => {
  const { folder, run } = checkout(t)
  run('prepare')
  writeFileSync(`${folder}/secrets/google-client-secret`, 'x\n')
  const all = await settingsByService()
  for (const [name, { environment = {}, secrets = [] }] of Object.entries(compose.services)) {
    // The doctor reads all settings of operations.
    const service = all.find(one => one.service === (name === 'doctor' ? 'operations' : name))
    if (service === undefined || !images.includes(service.service)) continue
    const given = Object.entries(environment).map(([key, value]) => {
      t.ok(isSettingOf(service.settings, key), `${name} reads ${key}`)
      if (!key.endsWith('_FILE')) return [key, String(value)]
      const secret = String(value).replace('/run/secrets/', '')
      t.ok(secrets.includes(secret), `${name}: ${secret}`)
      return [key, resolve(folder, compose.secrets[secret]?.file ?? '')]
    })
    const variables = { ...stages[service.service]?.env, ...Object.fromEntries(given) }
    t.doesNotThrow(() => service.load(variables), name)
  }
})
