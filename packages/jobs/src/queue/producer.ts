import type { JobKind } from '@night-routine/database/jobs'
import type { PassedContext } from '@night-routine/service'
import pTimeout from 'p-timeout'
import type { OpenQueue } from './open.ts'
import { logOutages, type Backend, type QueueLogger } from './backend.ts'
import { callWorker } from './calls.ts'

export interface Producer {
  /**
   * True when the queue accepted the wake-up, which carries the ids of the request that caused it. Never
   * throws, and takes at most half a second by default.
   */
  wake(kind: JobKind, requestContext: PassedContext): Promise<boolean>
  close(): Promise<void>
}

const closeMs = 1_000
const day = 86_400

/**
 * Adds wake-ups to the queues, best effort. The job request is in the database, so a lost wake-up only
 * delays the work until the next sweep.
 */
export function createProducer(options: ProducerOptions): Producer {
  const { kind, url } = options.backend
  if (kind !== 'process') return queueProducer(options)
  return {
    wake: async (...wakeUp) => callWorker(url, ...wakeUp),
    close: async () => {},
  }
}

interface ProducerOptions {
  backend: Backend
  logger: QueueLogger
  /** Time limit for a wake-up; tests on a busy machine allow more. */
  wakeMs?: number
}

function queueProducer({ backend, logger, wakeMs = 500 }: ProducerOptions): Producer {
  const queues = new Map<string, Promise<OpenQueue>>()

  async function open(kind: JobKind): Promise<OpenQueue> {
    // Only users of a queue load its library.
    const { openQueue } = await import('./open.ts')
    const { checkRedis } = await import('./redis.ts')
    await checkRedis(backend)
    const queue = openQueue(backend, kind)
    queue.on('error', logOutages(logger, kind))
    await queue.waitUntilReady()
    return queue
  }

  // The next wake-up retries to open a queue that failed to open.
  function reach(kind: JobKind): Promise<OpenQueue> {
    const opening =
      queues.get(kind) ??
      open(kind).catch(error => {
        queues.delete(kind)
        throw error
      })
    queues.set(kind, opening)
    return opening
  }

  async function add(kind: JobKind, requestContext: PassedContext) {
    const queue = await reach(kind)
    // One attempt: the job request in the database keeps the retries.
    await queue.add(kind, requestContext, {
      // BullMQ's simple deduplication would drop a wake-up that arrives during the run.
      deduplication: { id: kind, keepLastIfActive: true },
      removeOnComplete: { age: day, count: 500 },
      removeOnFail: { age: 14 * day },
    })
  }

  return {
    async wake(kind, requestContext) {
      try {
        await pTimeout(add(kind, requestContext), {
          milliseconds: wakeMs,
          message: 'the queue did not answer in time',
        })
        return true
      } catch (error) {
        logger.warn({ queue: kind, err: error }, 'wake-up lost')
        return false
      }
    },
    async close() {
      await Promise.allSettled([...queues.values()].map(closeQueue))
    },
  }
}

async function closeQueue(opening: Promise<OpenQueue>) {
  const queue = await pTimeout(opening, { milliseconds: closeMs })
  await Promise.allSettled([pTimeout(queue.close(), { milliseconds: closeMs })])
  // Without a server, close leaves the connection retrying, possibly forever.
  void queue.disconnect().catch(() => undefined)
}
