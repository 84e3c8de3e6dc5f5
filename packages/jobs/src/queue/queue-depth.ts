import pTimeout from 'p-timeout'
import { kindNames } from '../kinds.ts'
import { openQueue } from './open.ts'
import { checkRedis } from './redis.ts'
import { logOutages, usualReachMs, type Backend, type QueueLogger } from './backend.ts'

const states = ['waiting', 'active', 'delayed', 'failed'] as const
const closeMs = 1_000

/** A metric of the jobs in each queue; it connects on first use, and fails while the server is down. */
export function queueDepth(backend: Backend, logger: QueueLogger) {
  let opened: ReturnType<typeof openQueue>[] | undefined

  async function count() {
    await checkRedis(backend)
    opened ??= kindNames.map(name => {
      const queue = openQueue(backend, name)
      queue.on('error', logOutages(logger, name))
      return queue
    })
    const counted = opened.map(async queue => {
      const counts = await queue.getJobCounts(...states)
      return states.map(state => ({
        labels: { queue: queue.name, state },
        value: counts[state] ?? 0,
      }))
    })
    return (await Promise.all(counted)).flat()
  }

  return {
    name: 'night_routine_queue_jobs',
    help: 'Wake-ups in each queue, by state. The sweep finds work whose wake-up was lost.',
    labels: ['queue', 'state'],
    read: () =>
      pTimeout(count(), {
        milliseconds: backend.reachMs ?? usualReachMs,
        message: 'the queue did not answer in time',
      }),
    async close() {
      await Promise.allSettled(
        (opened ?? []).map(queue => pTimeout(queue.close(), { milliseconds: closeMs })),
      )
    },
  }
}
