import { mapRoles } from '@night-routine/database/connection'
import { environments } from '@night-routine/home'
import t, { type Test } from 'tap'
import { emulatorEnvironment, readHomeFacts } from '../src/environment.ts'
import { invitation } from '../src/invitation.ts'
import { noteAddresses } from '../src/running-addresses.ts'

const ownCalendar = {
  caldavUrl: 'http://127.0.0.1:5232/',
  username: 'parents',
  password: 'secret',
}
const addresses = {
  port: 8080,
  emulatorPort: 8081,
  vaultPort: 8082,
  databaseUrls: mapRoles(role => `postgres://${role}`),
  ownCalendar: undefined,
}

/** The environments of the services of a stack that runs from a new folder. */
async function servicesOf(t: Test, inherited = {}, more = {}) {
  const folder = t.testdir({})
  t.equal(await readHomeFacts(folder, inherited), undefined, 'no stack runs yet')
  await noteAddresses(folder, { ...addresses, ...more })
  const facts = await readHomeFacts(folder, inherited)
  if (facts === undefined) throw new Error('no stack runs')
  return { folder, facts, services: environments(facts) }
}

t.test('people’s own settings reach the services, but not where to find each other', async t => {
  const { services } = await servicesOf(t, {
    VAULT_HIDE_KEY_HASH: 'true',
    PARENT_A: 'Kim',
    PUBLIC_URL: 'https://other.example.org',
    REDIS_URL: 'redis://other.example.org',
    SECRET_KEYS: 'other',
  })
  t.match(services.vault, { VAULT_HIDE_KEY_HASH: 'true' })
  t.match(services.publisher, { PARENT_A: 'Kim', PARENT_B: 'Robin' })
  for (const service of Object.values(services))
    t.match(service, { PUBLIC_URL: 'http://localhost:8080', REDIS_URL: 'process:' })
  for (const { SECRET_KEYS } of Object.values(services)) t.not(SECRET_KEYS, 'other')
})

t.test('keys, published files and the account of earlier versions stay in use', async t => {
  const { folder, facts, services } = await servicesOf(t)
  t.equal((await readHomeFacts(folder, {}))?.secretKeys, facts.secretKeys, 'the next start')
  t.match(services.vault, {
    VAULT_FOLDER: `${folder}/vault`,
    VAULT_FIRST_EMAIL: 'demo@example.com',
    VAULT_FIRST_PASSWORD: facts.vaultPassword,
  })
  t.match(services.publisher, { VAULT_EMAIL: 'demo@example.com' })
})

t.test('the emulator stands in for Google, and sends people back to the one address', async t => {
  const { folder, facts, services } = await servicesOf(t)
  t.match(services.web, { GOOGLE_API_ROOT_URL: 'http://localhost:8081' })
  t.match(emulatorEnvironment({ ...addresses, dataFolder: folder }, {}), {
    PORT: '8081',
    GOOGLE_CLIENT_SECRET: facts.settings['GOOGLE_CLIENT_SECRET'],
    REDIRECT_URIS: 'http://localhost:8080/oauth/callback',
    STATE_FILE: `${folder}/google-emulator.json`,
  })
  t.match(services.web, { ALLOWED_EMAILS: 'alex@example.com,robin@example.com' })
  t.notOk('CALENDAR' in services.web)
})

t.test('with its own calendar server and accounts, web and worker get their settings', async t => {
  const { services } = await servicesOf(t, {}, { ownCalendar })
  for (const name of ['web', 'scheduler-worker'] as const)
    t.match(services[name], {
      CALENDAR: 'caldav',
      CALDAV_URL: ownCalendar.caldavUrl,
      CALDAV_USERNAME: ownCalendar.username,
      CALDAV_PASSWORD: ownCalendar.password,
      SIGN_IN: 'accounts',
    })
  t.match(services.web, { ALLOWED_EMAILS: undefined }, 'people come by code and invitations')
})

t.test('the invitation says how to sign in, and where the events are', async t => {
  const [publicUrl, emulatorUrl] = ['http://localhost:8080', 'http://localhost:8081']
  const vault = { url: 'http://127.0.0.1:8082', email: 'demo@example.com', password: 'moon' }
  const running = { publicUrl, emulatorUrl, seconds: 1, vault, setUpCode: undefined }
  const own = invitation({ ...running, demo: false, ownCalendar, setUpCode: 'AAAA-BBBB-CCCC' })
  t.match(own, 'make the first account, with the set-up code AAAA-BBBB-CCCC;')
  const later = invitation({ ...running, demo: false, ownCalendar })
  t.match(later, 'Open it and sign in;')
  t.match(own, 'CalDAV server http://127.0.0.1:5232/')
  t.match(own, 'npm start -- --caldav --fresh')
  t.notMatch(own, /Google/)
  const usual = invitation({ ...running, demo: true, ownCalendar: undefined })
  t.match(
    usual,
    /login --url http:\/\/127\.0\.0\.1:8082\n *user demo@example\.com, password moon\n/,
  )
  t.match(usual, 'stands in for Google')
  t.match(usual, 'npm start -- --demo --fresh')
})
