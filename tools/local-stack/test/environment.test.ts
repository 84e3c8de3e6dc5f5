import { mapRoles } from '@night-routine/database/connection'
import { environments } from '@night-routine/home'
import t, { type Test } from 'tap'
import { readHomeFacts } from '../src/environment.ts'
import { noteAddresses } from '../src/running-addresses.ts'

const addresses = {
  port: 8080,
  emulatorPort: 8081,
  vaultPort: 8082,
  databaseUrls: mapRoles(role => `postgres://${role}`),
  own: false,
}

/** The environments of the services of a stack that runs from a new folder. */
async function servicesOf(t: Test, inherited = {}, more = {}) {
  const folder = t.testdir({})
  t.equal(await readHomeFacts(folder, inherited), undefined, 'no stack runs yet')
  await noteAddresses(folder, { ...addresses, ...more })
  const facts = await readHomeFacts(folder, inherited)
  if (facts === undefined) throw new Error('no stack runs')
  return environments(facts)
}

t.test('people’s own settings reach the services, but not where to find each other', async t => {
  const services = await servicesOf(t, {
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

t.test('with its own calendar and accounts, web and worker get their settings', async t => {
  const services = await servicesOf(t, {}, { own: true })
  for (const name of ['web', 'scheduler-worker'] as const)
    t.match(services[name], { CALENDAR: 'own', SIGN_IN: 'accounts' })
  t.match(services.web, { ALLOWED_EMAILS: undefined }, 'people come by code and invitations')
})
