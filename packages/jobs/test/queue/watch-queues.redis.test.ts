import t from 'tap'
import { chooseBackend } from '../../src/index.ts'
import { watchQueues } from '../../src/queue/watch-queues.ts'
import { collectLines } from './log-lines.ts'
import { startRedis } from './redis-server.ts'
import { watching } from './watching.ts'

const redis = await startRedis(t)
const backend = chooseBackend({ redisUrl: redis.url, databaseUrl: '' })

watching(t, backend)

t.test('reports a server that is down, and reconnects', async t => {
  const { logger } = collectLines()
  const watch = watchQueues({ backend, logger, path: '/queues' })
  t.teardown(() => watch.close())
  t.equal((await watch.depths()).length, 28)
  await redis.stop()
  await t.rejects(watch.depths(), { message: /./ })
  await redis.start()
  let counted = 0
  while (counted === 0)
    counted = await watch.depths().then(
      found => found.length,
      () => 0,
    )
  t.equal(counted, 28)
})
