import t from 'tap'
import { environments } from '../src/environment.ts'
import { invitation } from '../src/invitation.ts'

const ownCalendar = {
  caldavUrl: 'http://127.0.0.1:5232/',
  username: 'parents',
  password: 'secret',
}
const facts = {
  publicUrl: 'http://localhost:8080',
  emulatorUrl: 'http://localhost:8081',
  emulatorPort: 8081,
  port: 8080,
  dataFolder: '/data',
  databaseUrls: {
    owner: 'postgres://owner',
    web: 'postgres://web',
    'webhook-ingest': 'postgres://ingest',
    'scheduler-worker': 'postgres://worker',
    publisher: 'postgres://publisher',
    vault: 'postgres://vault',
    backup: 'postgres://backup',
  },
  redisUrl: undefined,
  secretKeys: 'k',
  logLevel: 'info',
  webPort: 1,
  webhookPort: 2,
  vaultPort: 3,
  vaultPassword: 'p',
}

t.test('the setting for clients that misread the key hash reaches the vault', async t => {
  const { vault } = environments(facts, { VAULT_HIDE_KEY_HASH: 'true' })
  t.match(vault, { VAULT_HIDE_KEY_HASH: 'true' })
  const { vault: usual } = environments(facts, {})
  t.notOk('VAULT_HIDE_KEY_HASH' in usual, 'the contract’s by default')
})

t.test('each service gets the address of its role', async t => {
  const services = environments(facts, {})
  for (const name of ['web', 'webhook-ingest', 'scheduler-worker', 'publisher', 'vault'] as const)
    t.equal(services[name].DATABASE_URL, facts.databaseUrls[name])
})

t.test('with its own calendar server and accounts, web and worker get their settings', async t => {
  const own = environments({ ...facts, ownCalendar }, {})
  for (const name of ['web', 'scheduler-worker'] as const)
    t.match(own[name], {
      CALENDAR: 'caldav',
      CALDAV_URL: ownCalendar.caldavUrl,
      CALDAV_USERNAME: ownCalendar.username,
      CALDAV_PASSWORD: ownCalendar.password,
      SIGN_IN: 'accounts',
    })
  t.equal(own.web.ALLOWED_EMAILS, undefined, 'people come by the set-up code and invitations')
  t.notOk('CALENDAR' in environments(facts, {}).web, 'Google’s emulator by default')
})

t.test('the invitation says how to sign in, and where the events are', async t => {
  const running = { publicUrl: facts.publicUrl, emulatorUrl: facts.emulatorUrl, seconds: 1 }
  const own = invitation({ ...running, demo: false, ownCalendar })
  t.match(own, 'make the first account, with the set-up code')
  t.match(own, 'CalDAV server http://127.0.0.1:5232/')
  t.match(own, 'npm start -- --caldav --fresh')
  t.notMatch(own, /Google/)
  const usual = invitation({ ...running, demo: true, ownCalendar: undefined })
  t.match(usual, 'stands in for Google')
  t.match(usual, 'npm start -- --demo --fresh')
})
