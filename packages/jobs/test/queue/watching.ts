import { createLogger, createService } from '@night-routine/service'
import type { Test } from 'tap'
import type { Backend } from '../../src/index.ts'
import { watchQueues } from '../../src/queue/watch-queues.ts'
import { patient, produce } from './parts.ts'

const logger = createLogger({ name: 'worker', level: 'silent' })

/** What operators see of the queues, on every backend. */
export function watching(t: Test, given: Backend): void {
  const backend = patient(given)

  t.test('counts the waiting jobs and shows them on a read-only page', async t => {
    const { producer } = produce(t, backend)
    t.ok(await producer.wake('publish', { requestId: 'of-the-request' }))
    const watch = watchQueues({ backend, logger, path: '/queues' })
    const service = createService({
      logger,
      handlerTimeoutMs: 0,
    })
    service.addHook('onClose', () => watch.close())
    await service.register(inside => watch.dashboard(inside))
    t.teardown(() => service.close())

    const depths = await watch.depths()
    t.equal(depths.length, 7 * 4, 'each queue, in each state')
    t.match(
      depths.find(({ queue, state }) => queue === 'publish' && state === 'waiting'),
      { jobs: 1 },
    )

    t.match((await service.inject('/queues')).headers['content-type'], 'text/html')
    const shown = await service.inject('/queues/api/queues?activeQueue=publish&status=waiting')
    t.equal(shown.statusCode, 200)
    t.match(shown.body, 'of-the-request')
    const refused = await service.inject({ method: 'PUT', url: '/queues/api/queues/publish/empty' })
    t.equal(refused.statusCode, 405)
  })
}
