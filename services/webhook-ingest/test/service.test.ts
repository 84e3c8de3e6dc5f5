import { testDatabase } from '@night-routine/testing/database'
import { chooseBackend, createWorker } from '@night-routine/jobs'
import { waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { channel, headersOf } from './channels.ts'
import { liveChannel, pullsAskedFor, startIngest } from './ingest.ts'

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

t.test('takes the configured and the neutral prefix', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const settings = { DATABASE_URL: url, WEBHOOK_HEADER_PREFIX: 'X-Other-' }
  const { send } = await startIngest(t, settings)
  const named = (prefix: string, changes: Record<string, string> = {}) =>
    Object.fromEntries(
      Object.entries(headersOf(live, changes)).map(([name, value]) => [
        name.replace('X-Goog-', prefix),
        value,
      ]),
    )
  t.equal((await send(named('X-Other-'))).status, 200)
  t.equal((await send(named('X-Provider-'))).status, 200)
  t.equal((await send(named('X-Goog-'))).status, 400)
  t.equal((await send(named('X-Other-', { 'X-Goog-Channel-Token': 'wrong' }))).status, 403)
})
