import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { queueDepth } from '../../src/queue/queue-depth.ts'
import { collectLines } from './log-lines.ts'
import { patient, produce } from './parts.ts'
import { startRedis } from './redis-server.ts'

const redis = await startRedis(t)
const backend = chooseBackend(redis.url)

t.test('counts the jobs of each queue, in each state', async t => {
  const { producer } = produce(t, patient(backend))
  t.ok(await producer.wake('publish', { requestId: 'of-the-request' }))
  const depth = queueDepth(patient(backend), collectLines().logger)
  t.teardown(() => depth.close())
  const samples = await depth.read()
  t.equal(samples.length, 7 * 4)
  const waiting = { labels: { queue: 'publish', state: 'waiting' }, value: 1 }
  t.match(
    samples.find(({ labels }) => labels?.['queue'] === 'publish'),
    waiting,
  )
})

t.test('fails while the server is down, and reconnects', async t => {
  const depth = queueDepth(backend, collectLines().logger)
  t.teardown(() => depth.close())
  t.equal((await depth.read()).length, 28)
  await redis.stop()
  await t.rejects(async () => depth.read(), { message: /./ })
  await redis.start()
  let counted = 0
  while (counted === 0)
    counted = await Promise.resolve(depth.read()).then(
      found => found.length,
      () => 0,
    )
  t.equal(counted, 28)
})
