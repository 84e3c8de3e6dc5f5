import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import t from 'tap'
import { isSettingOf, settingsByService } from '../settings.ts'
import { compose, composeText, exampleEnv, fillIn } from './compose-file.ts'
import { images, separateImages, stages } from './dockerfile.ts'

const services = Object.entries(compose.services)
/** They run once and exit. */
const steps = ['check', 'settings', 'roles', 'migrate', 'doctor', 'people']

t.test('fills in variables as docker compose does', async t => {
  t.equal(fillIn('${A:-x}${B}${C:-${A:-y}/s}$$(z)', { A: '', B: 'b' }), 'xby/s$(z)')
  t.throws(() => fillIn('${A:?Set A}', {}), /Set A/)
})

t.test('.env.example has every variable and explains it', async t => {
  const variables = [...composeText.replaceAll('$$', '').matchAll(/\$\{(\w+)/g)]
  const used = new Set(variables.map(([, name = '']) => name))
  t.strictSame(Object.keys(exampleEnv).toSorted(), [...used].toSorted())
  const lines = readFileSync('.env.example', 'utf8').split('\n')
  for (const [index, line] of lines.entries())
    if (/^\w+=/.test(line)) t.match(lines[index - 1], /^# .{10,}\.$/, line)
})

t.test('each service runs its own image, and the others are pinned by digest', async t => {
  const targets = services.flatMap(([, { build }]) => build?.target ?? [])
  t.strictSame([...new Set(targets)].toSorted(), separateImages.toSorted())
  for (const [name, { build, image }] of services) {
    if (!build) t.match(image, /:\S+@sha256:[0-9a-f]{64}$/, name)
    else t.match(image, `/${build.target}:`, name)
    if (images.includes(name)) t.equal(build?.target, name)
  }
})

t.test('each container gets the secrets and networks that it needs, and no others', async t => {
  const { backup, check, doctor, migrate, people, roles, settings, web, ...others } =
    compose.services
  t.strictSame(migrate?.secrets, ['database_url_owner', 'secret_keys'])
  t.strictSame(backup?.secrets, ['database_url_backup'])
  t.strictSame(others['webhook-ingest']?.secrets, ['database_url_webhook_ingest', 'redis_url'])
  t.strictSame(people?.secrets, ['database_url_web', 'database_url_owner', 'secret_keys'])
  const onlyData = [
    migrate,
    backup,
    people,
    roles,
    others['postgres'],
    others['redis'],
    others['prometheus'],
  ]
  for (const one of onlyData) t.strictSame(one?.networks, ['back'])
  t.strictSame(others['webhook-ingest']?.networks, ['front', 'back'])
  // The doctor checks what the worker has, and the first steps what all services have.
  for (const key of ['environment', 'secrets', 'networks'] as const)
    t.strictSame(doctor?.[key], others['scheduler-worker']?.[key], key)
  t.strictSame(check?.secrets, Object.keys(compose.secrets))
  t.strictSame(settings?.environment, web?.environment)
})

/** The addresses of the database that a container can read. */
const databases = (name: string) =>
  compose.services[name]?.secrets?.filter(secret => secret.startsWith('database_'))

t.test(
  'each service signs in to the database as its role, and only one step as the administrator',
  async t => {
    const own = ['web', 'webhook-ingest', 'scheduler-worker', 'publisher', 'vault', 'backup']
    for (const name of own)
      t.strictSame(databases(name), [`database_url_${name.replaceAll('-', '_')}`], name)
    t.strictSame(databases('migrate'), ['database_url_owner'])
    const administrators = services.filter(([, { secrets = [] }]) =>
      secrets.includes('database_url'),
    )
    t.strictSame(
      administrators.map(([name]) => name),
      ['check', 'roles'],
    )
  },
)

t.test('each service reads each of its settings, and they are enough to start', async t => {
  const all = await settingsByService()
  const secrets = t.testdir({ redis_url: 'redis://queue:6379' })
  for (const [name, { environment = {}, ...container }] of services) {
    // The doctor reads all settings of operations.
    const service = all.find(one => one.service === (name === 'doctor' ? 'operations' : name))
    if (service === undefined) continue
    const given = Object.entries(environment).map(([key, value]) => {
      t.ok(isSettingOf(service.settings, key), `${name} reads ${key}`)
      if (!key.endsWith('_FILE')) return [key, String(value)]
      const secret = String(value).replace('/run/secrets/', '')
      t.ok(container.secrets?.includes(secret), `${name}: ${secret}`)
      const isDatabase = secret.startsWith('database_url')
      if (secret !== 'redis_url')
        writeFileSync(`${secrets}/${secret}`, isDatabase ? 'postgres://db/n' : 'a'.repeat(64))
      return [key, `${secrets}/${secret}`]
    })
    const variables = { ...stages[service.service]?.env, ...Object.fromEntries(given) }
    t.doesNotThrow(() => service.load(variables), name)
  }
})

t.test('with its own accounts, web needs neither a list nor a client', async t => {
  const web = (await settingsByService()).find(({ service }) => service === 'web')
  const filled = 'a'.repeat(64)
  const secrets = t.testdir({ empty: '', filled, database: 'postgres://db/n' })
  const start = (more: Record<string, string>) =>
    web?.load({
      ...stages['web']?.env,
      ...Object.fromEntries(
        Object.entries(compose.services['web']?.environment ?? {}).map(([name, value]) => [
          name,
          String(value),
        ]),
      ),
      REDIS_URL_FILE: undefined,
      DATABASE_URL_FILE: `${secrets}/database`,
      SECRET_KEYS_FILE: `${secrets}/filled`,
      CALDAV_PASSWORD_FILE: `${secrets}/filled`,
      GOOGLE_CLIENT_SECRET_FILE: `${secrets}/empty`,
      OIDC_CLIENT_SECRET_FILE: `${secrets}/empty`,
      GOOGLE_CLIENT_ID: '',
      ALLOWED_EMAILS: '',
      CALENDAR: 'caldav',
      ...more,
    })
  t.match(start({ SIGN_IN: 'accounts' }), { SIGN_IN: 'accounts', ALLOWED_EMAILS: [] })
  const elsewhere = {
    SIGN_IN: 'oidc',
    OIDC_ISSUER: 'https://id.example.org',
    OIDC_CLIENT_SECRET_FILE: `${secrets}/filled`,
  }
  t.throws(() => start(elsewhere), /ALLOWED_EMAILS is empty/)
  t.throws(() => start({ SIGN_IN: 'Accounts' }), /^(?!.*ALLOWED_EMAILS).*SIGN_IN: "Accounts"/s)
})

t.test('every container has few rights, limits and a health check', async t => {
  for (const [name, service] of services) {
    t.ok(service.read_only && service.init, name)
    t.strictSame(service.cap_drop, ['ALL'], name)
    t.strictSame(service.security_opt, ['no-new-privileges:true'], name)
    for (const limit of ['cpus', 'memory', 'pids'])
      t.ok(service.deploy?.resources?.limits?.[limit], `${name}: ${limit}`)
    if (steps.includes(name)) t.equal(service.restart, 'no', name)
    else t.ok(service.healthcheck?.test ?? stages[name]?.healthCheck, name)
    // Without it a container is healthy after its first interval, however quick its start.
    if (service.healthcheck?.test) t.ok(service.healthcheck.start_interval, name)
  }
})

t.test('only the proxy can be reached from outside', async t => {
  for (const inside of ['front', 'back']) t.ok(compose.networks[inside]?.internal, inside)
  for (const [name, { ports = [] }] of services)
    if (name !== 'caddy') for (const port of ports) t.match(port, /^127\.0\.0\.1:/, name)
  const caddyfile = readFileSync('infra/caddy/Caddyfile', 'utf8')
  for (const [, name = '', port] of caddyfile.matchAll(/reverse_proxy ([\w-]+):(\d+)/g)) {
    if (name in stages) t.equal(port, stages[name]?.env['PORT'], name)
    t.ok(compose.services[name]?.networks?.includes('front'), name)
  }
})

t.test('by default the published site has no name that can be guessed', async t => {
  t.equal(compose.services['publisher']?.environment?.['VAULT_SITE'], '')
  t.notMatch(readFileSync('infra/kubernetes/vault/publishing.env', 'utf8'), /^VAULT_SITE=/m)
})

t.test('mounted volumes and files exist', async t => {
  for (const [name, { volumes = [] }] of services)
    for (const [source = ''] of volumes.map(volume => volume.split(':')))
      t.ok(
        source.startsWith('./') ? existsSync(source) : source in compose.volumes,
        `${name}: ${source}`,
      )
})

t.test(
  'own authorities and a bearer token reach every service that calls the calendar',
  async t => {
    for (const name of ['web', 'scheduler-worker', 'doctor']) {
      const { environment = {}, volumes } = compose.services[name] ?? {}
      t.match(environment, { NODE_EXTRA_CA_CERTS: '', CALDAV_TOKEN: '' })
      t.ok(volumes?.includes('./infra/authorities:/authorities:ro'), name)
    }
  },
)
