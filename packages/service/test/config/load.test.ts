import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import t from 'tap'
import { Type } from 'typebox'
import {
  browserSettings,
  ConfigurationError,
  databaseSettings,
  loadConfig,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  setting,
  signInSettings,
  type Environment,
} from '../../src/index.ts'

const clientSettings = {
  CLIENT_ID: setting.text('text', 'The client.'),
  CLIENT_SECRET: setting.text('text', 'Its secret.', { secret: true }),
  API_ROOT_URL: setting.optional('endpoint', 'The API.', {
    fault: ({ name, value, others, production: strict }) =>
      strict && String(value).startsWith('http:') && others['ALLOW_PLAIN'] !== true
        ? `${name}: plain http.`
        : undefined,
  }),
  ALLOW_PLAIN: setting.flag('Lets production use plain http.'),
  PARENT_A: setting.text('name', 'A name.', { default: 'Parent A' }),
  PARENT_B: setting.text('name', 'Another.', { default: 'Parent B' }),
  TIME_ZONE: setting.text('zone', 'The time zone.', { default: 'UTC' }),
  LOOK_AHEAD_DAYS: setting.integer([1, 365], 'How many nights.', { default: 30 }),
}

const everything = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...browserSettings,
  ...databaseSettings,
  ...queueSettings,
  ...secretSettings,
  ...signInSettings,
  ...clientSettings,
})

const key = randomBytes(32).toString('base64')
const enough: Environment = {
  DATABASE_URL: 'postgres://app:hunter2@db:5432/routine',
  SECRET_KEYS: key,
  CLIENT_ID: 'client',
  CLIENT_SECRET: 'planted-secret',
}
const production: Environment = {
  ...enough,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://routine.example.org',
  ALLOWED_EMAILS: 'alex@example.com',
}

function load(env: Environment) {
  return loadConfig(everything, env)
}

function faults(env: Environment): readonly string[] {
  try {
    load(env)
    return []
  } catch (error) {
    if (error instanceof ConfigurationError) return error.faults
    throw error
  }
}

t.test('parses every setting and applies defaults', async t => {
  t.same(load(enough), {
    PORT: 0,
    HOST: '127.0.0.1',
    LOG_LEVEL: 'info',
    TRUSTED_PROXIES: [],
    PUBLIC_URL: 'http://localhost:8080',
    DATABASE_URL: 'postgres://app:hunter2@db:5432/routine',
    SECRET_KEYS: [key],
    ALLOWED_EMAILS: [],
    CLIENT_ID: 'client',
    CLIENT_SECRET: 'planted-secret',
    ALLOW_PLAIN: false,
    PARENT_A: 'Parent A',
    PARENT_B: 'Parent B',
    TIME_ZONE: 'UTC',
    LOOK_AHEAD_DAYS: 30,
  })
})

t.test('normalizes texts', async t => {
  const config = load({
    ...enough,
    PORT: ' 8080 ',
    PUBLIC_URL: 'https://Routine.Example.org/',
    ALLOWED_EMAILS: ' Alex@Example.com, robin@example.com,, \u212Aim@example.com',
    TRUSTED_PROXIES: '10.0.0.0/8,::1',
    ALLOW_PLAIN: 'true',
    PARENT_A: 'Zoë O’Neill-山田',
    REDIS_URL: 'rediss://:pass@queue:6380',
    HSTS: 'max-age=31536000; includeSubDomains',
  })
  t.match(config, {
    PORT: 8080,
    PUBLIC_URL: 'https://routine.example.org',
    ALLOWED_EMAILS: ['alex@example.com', 'robin@example.com', '\u212Aim@example.com'],
    TRUSTED_PROXIES: ['10.0.0.0/8', '::1'],
    ALLOW_PLAIN: true,
    PARENT_A: 'Zoë O’Neill-山田',
    REDIS_URL: 'rediss://:pass@queue:6380',
    HSTS: 'max-age=31536000; includeSubDomains',
  })
  t.throws(() => Object.assign(config, { PORT: 1 }), 'the configuration is frozen')
})

t.test('an empty variable is unset; keys are in hex, base64 or base64url', async t => {
  t.notOk('REDIS_URL' in load({ ...enough, REDIS_URL: '' }))
  t.equal(load({ ...enough, PORT: ' ' }).PORT, 0)

  const bytes = Buffer.alloc(32, 0xfb)
  for (const encoding of ['hex', 'base64', 'base64url'] as const)
    t.same(faults({ ...enough, SECRET_KEYS: bytes.toString(encoding) }), [], encoding)
})

t.test('reports every fault at once, with the expected value', async t => {
  t.same(faults({ PORT: '80a', LOG_LEVEL: 'loud', SECRET_KEYS: 'short', TIME_ZONE: 'Mars/Base' }), [
    'PORT: "80a" is not a whole number from 0 to 65535.',
    'LOG_LEVEL: "loud" is not one of fatal, error, warn, info, debug, trace, silent.',
    'DATABASE_URL is missing. Set it to the address of a database, such as postgres://user:password@host:5432/name, or DATABASE_URL_FILE to a file that holds it.',
    'SECRET_KEYS: its value is not a comma list, each 32 random bytes in base64 or hex, as `openssl rand -base64 32` prints.',
    'CLIENT_ID is missing. Set it to a text.',
    'CLIENT_SECRET is missing. Set it to a text, or CLIENT_SECRET_FILE to a file that holds it.',
    'TIME_ZONE: "Mars/Base" is not a time zone such as Europe/Paris.',
  ])
})

t.test('refuses invalid values', async t => {
  const wrong: Record<string, string[]> = {
    PORT: ['-1', '65536', '1.0', '1e3', '0x10', '080', '9007199254740993', 'null'],
    ALLOW_PLAIN: ['1', 'yes', 'TRUE', 'on'],
    PUBLIC_URL: [
      'routine.example.org',
      'ftp://x',
      'https://x/path',
      'https://x/?a=1',
      'https://u:p@x',
    ],
    DATABASE_URL: ['mysql://db/x', 'postgres:', 'db'],
    REDIS_URL: ['http://queue', 'redis:'],
    SECRET_KEYS: [`${key},short`, 'g'.repeat(64), 'a'.repeat(63)],
    ALLOWED_EMAILS: ['alex', 'alex@home', 'a b@example.com', 'alex@example.com;robin@example.com'],
    HSTS: [
      'true',
      'max-age',
      'max-age=1; includesubdomains',
      'max-age=1; preload',
      'max-age=1\r\nx: y',
    ],
    TRUSTED_PROXIES: ['proxy', '10.0.0.0/33', '1', '::1/129', '10.0.0.1/8/8'],
    API_ROOT_URL: ['localhost:8081', 'file:///etc/passwd'],
    TIME_ZONE: ['+02:00', 'Europe', '1'],
    PARENT_A: ['[Alex]', 'Al\nex', 'A'.repeat(81)],
    LOOK_AHEAD_DAYS: ['0', '366', '1.5'],
  }
  for (const [name, texts] of Object.entries(wrong))
    for (const text of texts)
      t.matchOnly(faults({ ...enough, [name]: text }), [name], `${name}=${text}`)
})

t.test('reads a secret from a file', async t => {
  const folder = t.testdir({ secret: 'from-file\n', empty: ' \n' })
  const { CLIENT_SECRET: _, ...rest } = enough
  const from = (path: string) => ({ ...rest, CLIENT_SECRET_FILE: join(folder, path) })

  t.equal(load(from('secret')).CLIENT_SECRET, 'from-file')
  t.matchOnly(faults(from('empty')), [/CLIENT_SECRET_FILE: the file .*empty is empty/])
  t.matchOnly(faults(from('gone')), [/_FILE: the file .*gone cannot be read \(ENOENT\)/])
  t.matchOnly(faults({ ...from('secret'), CLIENT_SECRET: 'both' }), [/are both set/])
})

t.test('no fault shows the value of a secret', async t => {
  const text = faults({
    DATABASE_URL: 'mysql://app:hunter2@db',
    SECRET_KEYS: 'hunter2',
    REDIS_URL: 'http://:hunter2@queue',
    CLIENT_SECRET: 'hunter2',
    CLIENT_SECRET_FILE: '/nowhere',
  }).join('\n')
  t.match(text, 'DATABASE_URL: its value is not')
  t.notMatch(text, 'hunter2')
})

t.test('production refuses settings that are unsafe on the internet', async t => {
  t.same(faults(production), [])

  const { PUBLIC_URL: _, ...withoutAddress } = production
  t.same(faults(withoutAddress), ['PUBLIC_URL is missing. Set it to the address that people open.'])
  t.same(faults({ ...production, PUBLIC_URL: 'http://nights.example.org' }), [
    'PUBLIC_URL: http://nights.example.org would send passwords over the internet in the clear. Start it with https://. Plain http:// is for private addresses and names: 192.168.1.5, nights.lan.',
  ])
  t.matchOnly(faults({ ...production, ALLOWED_EMAILS: ' , ' }), [/ALLOWED_EMAILS is empty/])
})

t.test('production takes plain http at private addresses and names only', async t => {
  const near = `localhost:8080 nights.localhost 127.9.9.9 10.0.0.1:8080 172.16.0.1 172.31.255.255
    192.168.1.5 169.254.1.1 100.64.0.1 100.127.255.255 [::1] [fd12:3456::1] [fe80::1]
    [::ffff:10.0.0.1] nas:8080 nights.local nights.lan nights.home nights.internal
    nights.home.arpa Nights.LAN.`
  for (const host of near.split(/\s+/))
    t.same(faults({ ...production, PUBLIC_URL: `http://${host}` }), [], host)
  const far = `9.255.255.255 11.0.0.1 172.15.255.255 172.32.0.1 192.167.1.1 192.169.1.1 169.253.1.1
    100.63.255.255 100.128.0.1 128.0.0.1 [2001:db8::1] [fec0::1] [::ffff:8.8.8.8]
    nights.example.org lan.example.org nightslan.org nights.arpa homelocal.org 10.0.0.1.nip.io
    localhost.example.org`
  for (const host of far.split(/\s+/))
    t.matchOnly(faults({ ...production, PUBLIC_URL: `http://${host}` }), [/^PUBLIC_URL/], host)
})

t.test('an address below a path is refused with what to do', async t => {
  t.same(faults({ ...enough, PUBLIC_URL: 'https://example.org/nights' }), [
    'PUBLIC_URL: "https://example.org/nights" is not an address without a path, such as https://nights.example.org. A path below example.org cannot work. Give Night Routine its own name, such as nights.example.org.',
  ])
  t.same(faults({ ...enough, PUBLIC_URL: 'https://example.org/?nights' }), [
    'PUBLIC_URL: "https://example.org/?nights" is not an address without a path, such as https://nights.example.org.',
  ])
})

t.test('a setting may say what else is wrong with it', async t => {
  t.same(faults({ ...enough, API_ROOT_URL: 'http://localhost:8081' }), [])
  t.same(faults({ ...production, API_ROOT_URL: 'http://localhost:8081' }), [
    'API_ROOT_URL: plain http.',
  ])
  t.same(faults({ ...production, API_ROOT_URL: 'http://localhost:8081', ALLOW_PLAIN: 'true' }), [])
})

t.test('throws for a schema that is not made of settings', async t => {
  const schema = Type.Object({ X: Type.String({ pattern: '^a' }) })
  t.throws(() => loadConfig(schema, { X: 'b' }), /more than a setting can/)
})

t.test('lower-cases a header prefix', async t => {
  const schema = Type.Object({ WEBHOOK_HEADER_PREFIX: Type.String({ format: 'header-prefix' }) })
  const read = (text: string) => loadConfig(schema, { WEBHOOK_HEADER_PREFIX: text })
  t.same(read('X-Goog-'), { WEBHOOK_HEADER_PREFIX: 'x-goog-' })
  for (const text of ['x goog', 'x-goog:', 'é-', 'x'.repeat(41)])
    t.throws(() => read(text), /is not the start of a header name/)
})
