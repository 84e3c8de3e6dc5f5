import { loadConfig, ConfigurationError } from '@night-routine/service'
import t from 'tap'
import { firstAccount } from '../src/accounts.ts'
import { configSchema, siteAddresses } from '../src/config.ts'
import { secretKey, startVault, testClock } from './running-vault.ts'

const least = { DATABASE_URL: 'postgres://localhost/x', SECRET_KEYS: secretKey }

t.test('requires what has no default', async t => {
  t.throws(
    () => loadConfig(configSchema, {}),
    /DATABASE_URL is missing[\s\S]*SECRET_KEYS is missing/,
  )
  t.match(loadConfig(configSchema, least), {
    VAULT_FILE_LIMIT: 52_428_800,
    VAULT_SITE_QUOTA: 4_294_967_296,
    VAULT_HEADER_PREFIX: 'pub-',
    VAULT_HIDE_KEY_HASH: false,
  })
})

const at = (settings: object) => siteAddresses({ PUBLIC_URL: 'https://v.example.org', ...settings })

t.test('returns hosts without a scheme', async t => {
  t.match(at({}), { host: 'v.example.org', domain: undefined })
  t.match(at({ VAULT_SITE_HOST: '127.0.0.1:8080' }), { host: '127.0.0.1:8080' })
  t.match(at({ VAULT_SITE_DOMAIN: 'Pages.Example.org' }), { domain: 'pages.example.org' })
  for (const host of ['https://v.example.org', 'v.example.org/x', 'a b', ''])
    t.throws(() => at({ VAULT_SITE_HOST: host }), ConfigurationError, host)
  for (const domain of ['https://x', '.example.org', 'a..b', 'x:80'])
    t.throws(() => at({ VAULT_SITE_DOMAIN: domain }), ConfigurationError, domain)
})

t.test('creates the first account only if there are no accounts', async t => {
  const { db, post } = await startVault(t)
  const clock = testClock()
  const lines: string[] = []
  const logger = { info: (line: string) => void lines.push(line) } as never
  const given = { VAULT_FIRST_EMAIL: 'first@example.com', VAULT_FIRST_PASSWORD: 'a first password' }
  const enter = async () =>
    (await post('/user/signin', { email: 'first@example.com', password: 'a first password' })).body
  await firstAccount({ db, clock, logger }, given)()
  t.match(await enter(), { code: 'WRONG_CREDENTIALS' }, 'others are there')
  await db.deleteFrom('vault.accounts').execute()
  await firstAccount({ db, clock, logger }, {})()
  t.match(await enter(), { code: 'WRONG_CREDENTIALS' }, 'none is asked for')
  await firstAccount({ db, clock, logger }, given)()
  t.match(await enter(), { token: /./, name: 'first' })
  for (const half of [
    { VAULT_FIRST_EMAIL: 'first@example.com' },
    { VAULT_FIRST_PASSWORD: 'a first password' },
    { ...given, VAULT_FIRST_PASSWORD: 'short' },
  ])
    t.throws(() => firstAccount({ db, clock, logger }, half), ConfigurationError)
})
