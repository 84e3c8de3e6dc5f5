import { announceChannel, retireChannel, stopChannel } from '@night-routine/database/calendar'
import { testDatabase } from '@night-routine/testing/database'
import { chooseBackend, createWorker } from '@night-routine/jobs'
import { freePort, waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { configSchema } from '../src/config.ts'
import { channel, headersOf } from './channels.ts'
import { liveChannel, pullsAskedFor, startIngest, storedChannel } from './ingest.ts'

t.test('a notification makes a job request and wakes the worker', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const { send } = await startIngest(t, { DATABASE_URL: url })
  let woken = 0
  const worker = createWorker({
    backend: chooseBackend(),
    kind: 'pull',
    handler: async () => void woken++,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  t.teardown(() => worker.close())
  t.equal((await send(headersOf(live))).status, 200)
  t.equal(await pullsAskedFor(db), 1, 'before it was answered')
  await waitFor('a wake-up', () => woken > 0)

  for (let repeat = 0; repeat < 5; repeat++)
    t.equal((await send(headersOf(live))).status, 200, 'the same again')
  t.equal(await pullsAskedFor(db), 6)
  await waitFor('one for what came since', () => woken === 2)
})

t.test('a channel id is never part of a query', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const { send } = await startIngest(t, { DATABASE_URL: url })
  const forged = [
    headersOf(channel(), { 'X-Goog-Channel-ID': `{"${live.channelId}"}` }),
    headersOf(channel(), { 'X-Goog-Channel-ID': `' or true; --` }),
  ]
  for (const headers of forged) t.equal((await send(headers)).status, 403)
  t.equal(await pullsAskedFor(db), 0)
})

t.test('reads the channel for each notification', async t => {
  const { db, url } = await testDatabase(t)
  const { send } = await startIngest(t, { DATABASE_URL: url })
  const fresh = channel()
  t.equal((await send(headersOf(fresh))).status, 403)
  await announceChannel(db, fresh)
  t.equal((await send(headersOf(fresh))).status, 200, 'new')

  const live = await liveChannel(db)
  t.equal((await send(headersOf(live))).status, 200)
  await retireChannel(db, live.channelId, Temporal.Now.instant())
  t.equal((await send(headersOf(live))).status, 200, 'retired, but not over yet')
  await stopChannel(db, live.channelId)
  t.equal((await send(headersOf(live))).status, 403, 'stopped')
})

t.test('the first message of a channel fills in a missing resource', async t => {
  const { db, url } = await testDatabase(t)
  const { send } = await startIngest(t, { DATABASE_URL: url })
  const fresh = channel({ resourceId: null })
  await announceChannel(db, fresh)
  const sync = headersOf(fresh, { 'X-Goog-Resource-State': 'sync' })
  t.equal((await send(sync)).status, 200)
  t.match(await storedChannel(db, fresh.channelId), { resourceId: 'resource-of-family' })
  t.equal(await pullsAskedFor(db), 0)

  const other = { 'X-Goog-Resource-ID': 'another' }
  t.equal((await send({ ...sync, ...other })).status, 403, 'which holds from then on')
  t.equal((await send(headersOf(fresh))).status, 200)
})

t.test('requests in flight share reads and writes', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const { send, writes } = await startIngest(t, { DATABASE_URL: url })
  const right = Array.from({ length: 300 }, () => send(headersOf(live)))
  const wrong = Array.from({ length: 30 }, () => send(headersOf(channel())))
  const statuses = (await Promise.all([...right, ...wrong])).map(({ status }) => status)
  t.same(new Set(statuses.slice(0, 300)), new Set([200]))
  t.same(new Set(statuses.slice(300)), new Set([403]))
  t.equal(await pullsAskedFor(db), 300, 'each is counted')
  t.ok(writes() > 0 && writes() < 150, `${writes()} writes`)
})

t.test('accepts the configured and the neutral prefix', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const settings = { DATABASE_URL: url, WEBHOOK_HEADER_PREFIX: 'X-Other-' }
  const { send } = await startIngest(t, settings)
  const named = (prefix: string) =>
    Object.fromEntries(
      Object.entries(headersOf(live)).map(([name, value]) => [
        name.replace('X-Goog-', prefix),
        value,
      ]),
    )
  t.equal((await send(named('X-Other-'))).status, 200)
  t.equal((await send(named('X-Provider-'))).status, 200)
  t.equal((await send(named('X-Goog-'))).status, 400)
})

t.test('has no credentials, keys or provider address', async t => {
  t.same(Object.keys(configSchema.properties).toSorted(), [
    'DATABASE_URL',
    'HOST',
    'LOG_LEVEL',
    'METRICS_HOST',
    'METRICS_PORT',
    'PORT',
    'REDIS_URL',
    'TRUSTED_PROXIES',
    'WEBHOOK_HEADER_PREFIX',
  ])
})

t.test('serves its metrics on a separate port', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const metricsPort = await freePort()
  const settings = { DATABASE_URL: url, METRICS_PORT: String(metricsPort) }
  const { port, send } = await startIngest(t, settings)
  await send(headersOf(live))
  await send(headersOf(live, { 'X-Goog-Channel-Token': 'wrong' }))
  await send({})
  const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
  for (const status of [200, 403, 400])
    t.match(text, `night_routine_http_answers_total{status="${status}"} 1\n`)
  t.equal((await fetch(`http://127.0.0.1:${port}/metrics`)).status, 404)
})
