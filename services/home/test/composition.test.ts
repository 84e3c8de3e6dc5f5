import { ConfigurationError } from '@night-routine/service'
import { waitFor } from '@night-routine/servers'
import { hasServices } from '@night-routine/testing/database'
import t from 'tap'
import { compose, compositionFaults } from '../src/composition.ts'
import { environments } from '../src/environments.ts'
import { factsFor } from './composed-at.ts'

const destination = { write: () => undefined }

t.test('names the faults of all services, each once', async t => {
  const { facts } = await factsFor(t, {
    TIME_ZONE: 'Mars/Base',
    ALLOWED_EMAILS: 'alex',
    VAULT_FILE_LIMIT: 'much',
    MQTT_URL: 'http://nights:hunter2@broker',
  })
  const started = compose(facts, { destination })
  const error: unknown = await started.catch((reason: unknown) => reason)
  const faults = error instanceof ConfigurationError ? error.faults : []
  t.matchOnly(faults.toSorted(), [
    /^ALLOWED_EMAILS/,
    /^MQTT_URL: its value does not start with mqtt:\/\//,
    /^TIME_ZONE/,
    /^VAULT_FILE_LIMIT/,
  ])
})

t.test(
  'an address with spaces or a path of its own is read once, for published pages, too',
  async t => {
    const { facts } = await factsFor(t)
    for (const PUBLIC_URL of [' https://nights.example.org ', 'https://Nights.example.org/'])
      t.match(environments({ ...facts, settings: { ...facts.settings, PUBLIC_URL } }), {
        publisher: { VAULT_READ_URL: 'https://nights.example.org/s/' },
      })
    const odd = { ...facts, settings: { ...facts.settings, PUBLIC_URL: 'nights example' } }
    t.match(compositionFaults(odd), [/^PUBLIC_URL/])
    t.equal(compositionFaults(odd).length, 1)
  },
)

t.test('closes what it opened when one service cannot start, and starts later', async t => {
  const { facts, db } = await factsFor(t)
  // No folder can be made there.
  const failed = compose({ ...facts, vaultFolder: '/dev/null/vault' }, { destination })
  await t.rejects(failed, { code: 'ENOTDIR' })
  await waitFor('the services to let go of the database', async () => !(await hasServices(db)))
  const composition = await compose(facts, { destination })
  t.teardown(() => composition.close())
  await waitFor('all services', async () => (await composition.health()).isReady)
})
