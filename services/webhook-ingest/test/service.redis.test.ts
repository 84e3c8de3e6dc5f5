import { testDatabase } from '@night-routine/testing/database'
import { chooseBackend, createWorker } from '@night-routine/jobs'
import { createGate, findRedis, startRedis, waitFor } from '@night-routine/servers'
import { createLogger } from '@night-routine/service'
import t from 'tap'
import { headersOf } from './channels.ts'
import { liveChannel, pullsAskedFor, startIngest } from './ingest.ts'

t.test('wakes through Redis, and works without it', async t => {
  const { db, url } = await testDatabase(t)
  const live = await liveChannel(db)
  const program = await findRedis(process.env['PATH'] ?? '')
  if (!program) throw new Error('npm test skips this file where there is no Redis')
  const redis = await startRedis(program, t.testdir())
  t.teardown(() => redis.stop())
  const gate = await createGate(redis.url)
  t.teardown(() => gate.shut())
  const ingest = await startIngest(t, { DATABASE_URL: url, REDIS_URL: gate.url })
  let sent = 0
  const send = async () => {
    sent++
    t.equal((await ingest.send(headersOf(live))).status, 200)
  }
  let woken = 0
  const worker = createWorker({
    backend: chooseBackend(redis.url),
    kind: 'pull',
    handler: async () => void woken++,
    logger: createLogger({ name: 'test', level: 'silent' }),
  })
  t.teardown(() => worker.close())
  await send()
  await waitFor('a wake-up', () => woken === 1)

  for (const takeAway of [() => gate.shut(), async () => gate.freeze()]) {
    await takeAway()
    for (let count = 0; count < 10; count++) await send()
    await gate.shut()
    await gate.open()
    const before = woken
    await waitFor('a wake-up again', async () => {
      await send()
      return woken > before
    })
  }
  t.equal(await pullsAskedFor(db), sent)
})
