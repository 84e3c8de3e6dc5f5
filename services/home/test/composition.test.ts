import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { readNights } from '@night-routine/database/nights'
import { ConfigurationError } from '@night-routine/service'
import { freePort, waitFor } from '@night-routine/servers'
import { hasServices } from '@night-routine/testing/database'
import t from 'tap'
import { compose, compositionFaults } from '../src/composition.ts'
import { environments } from '../src/environments.ts'
import { composedAt, factsFor, visitorOf } from './composed-at.ts'

const destination = { write: () => undefined }

t.test('names the faults of all services, each once', async t => {
  const { facts } = await factsFor(t, {
    TIME_ZONE: 'Mars/Base',
    ALLOWED_EMAILS: 'alex',
    VAULT_FILE_LIMIT: 'much',
  })
  const started = compose(facts, { destination })
  const error: unknown = await started.catch((reason: unknown) => reason)
  const faults = error instanceof ConfigurationError ? error.faults : []
  t.match(faults.toSorted(), [/^ALLOWED_EMAILS/, /^TIME_ZONE/, /^VAULT_FILE_LIMIT/])
  t.equal(faults.length, 3)
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

t.test('one port has the metrics of all services, each once', async t => {
  const port = await freePort()
  const { ready, url } = await composedAt(t, { settings: { METRICS_PORT: String(port) } })
  await ready()
  for (const path of ['/auth', '/s/nothing/', '/api/webhook/calendar'])
    await fetch(url + path, { redirect: 'manual' })
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name]) => name)
  t.equal(new Set(names).size, names.length)
  for (const name of [
    'process_resident_memory_bytes',
    'nodejs_eventloop_lag_p99_seconds',
    'night_routine_http_answers_total',
    'night_routine_provider_answers_total',
    'night_routine_work_oldest_request_age_seconds',
    'night_routine_plan_nights',
    'night_routine_publish_last_success_timestamp_seconds',
    'night_routine_notifications_delivered_total',
  ])
    t.ok(names.includes(name), name)
  // By web, the vault and webhook-ingest.
  t.match(text, 'night_routine_http_answers_total{status="302"} 1\n')
  t.match(text, 'night_routine_http_answers_total{status="404"} 1\n')
  t.match(text, 'night_routine_http_answers_total{status="405"} 1\n')
})

t.test('a request that is still being sent when home stops is done and answered', async t => {
  const home = await composedAt(t)
  await home.ready()
  const { form, cookie } = await visitorOf(home)
  await form('/calendars/select', { calendar_id: 'family' })
  await home.quiet()
  const day = Temporal.Now.plainDateISO('Europe/Paris').add({ days: 3 })
  const [night] = await readNights(home.db, day, day)
  const other = night?.caregiver === 'a' ? 'b' : 'a'
  const body = new URLSearchParams({ assignment_id: String(night?.id), to: other }).toString()
  const giving = request(`${home.url}/nights/give`, {
    method: 'POST',
    headers: {
      cookie: cookie(),
      'content-type': 'application/x-www-form-urlencoded',
      'content-length': body.length,
      expect: '100-continue',
    },
  })
  giving.flushHeaders()
  await once(giving, 'continue')
  const closed = home.composition.close()
  giving.end(body)
  const [answer]: IncomingMessage[] = await once(giving, 'response')
  t.equal(answer?.statusCode, 302)
  t.equal(answer?.headers.connection, 'close')
  answer?.resume()
  await closed
  t.match(await readNights(home.db, day, day), [{ caregiver: other, override: true }])
})
