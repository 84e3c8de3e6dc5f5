import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { checkBackend, reachBackend, UnfitBackendError, type Backend } from '../../src/index.ts'
import { testKind } from './test-kind.ts'
import { eventually } from './eventually.ts'
import { collectLines } from './log-lines.ts'
import { family, produce, work } from './parts.ts'
import { startRedis } from './redis-server.ts'

t.test('takes no jobs from an evicting Redis until its policy is fixed', async t => {
  const redis = await startRedis(t)
  const backend: Backend = { kind: 'redis', url: redis.url }
  await t.resolves(reachBackend(backend))
  await redis.command('config', 'set', 'maxmemory-policy', 'allkeys-lru')
  await t.rejects(checkBackend(backend, collectLines().logger), UnfitBackendError)
  await t.rejects(reachBackend(backend), {
    message: /maxmemory-policy is allkeys-lru\. Start it with --maxmemory-policy noeviction\./,
  })
  const kind = testKind()
  const { runs, log } = work(t, backend, kind)
  const { producer, log: produced } = produce(t, backend)
  t.equal(await producer.wake(kind, family), false)
  t.ok(await eventually(() => log.lines.length > 0))
  t.match(log.lines, [{ details: { err: { name: 'UnfitBackendError' } } }])

  await redis.command('config', 'set', 'maxmemory-policy', 'noeviction')
  t.ok(await producer.wake(kind, family))
  t.ok(await eventually(() => runs.length === 1))
  await redis.command('config', 'set', 'maxmemory', '1')
  t.equal(await producer.wake(kind, family), false, 'it is full')
  t.match(produced.lines.at(-1)?.details, { err: { message: /OOM/ } })
})

t.test('works again after Redis was killed and restarted empty', async t => {
  const redis = await startRedis(t)
  const backend: Backend = { kind: 'redis', url: redis.url }
  const kind = testKind()
  const { producer, log } = produce(t, backend)
  const { runs } = work(t, backend, kind)
  t.ok(await producer.wake(kind, family))
  t.ok(await eventually(() => runs.length === 1))

  await redis.stop()
  for (let attempt = 0; attempt < 2; attempt++) {
    t.equal(await producer.wake(kind, family), false)
    t.match(log.lines.at(-1), { level: 'warn', text: /lost/ })
    t.notMatch(log.lines.at(-1)?.details, { err: { message: /in time/ } }, 'it did not wait')
  }
  await redis.start()
  await waitFor('wake works again', () => producer.wake(kind, family))
  t.ok(await eventually(() => runs.length === 2), 'without the lost scripts and keys')
})
