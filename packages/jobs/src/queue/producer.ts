import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Backend } from './backend.ts'
import type { JobContract } from './contract.ts'
import { openQueue, prepareBackend, type OpenQueue } from './open.ts'
import { logOutages, type QueueLogger } from './queue-logger.ts'
import { withinTime } from './within-time.ts'

export interface Producer {
  /** True when the queue accepted the wake-up. Never throws, and takes at most half a second by default. */
  wake<Payload extends TSchema>(
    contract: JobContract<Payload>,
    payload: Static<Payload>,
  ): Promise<boolean>
  close(): Promise<void>
}

const closeMs = 1_000
const day = 86_400

/**
 * Adds wake-ups to the queues, best effort. The job request is in the database, so a lost wake-up only
 * delays the work until the next sweep.
 */
export function createProducer({
  backend,
  logger,
  wakeMs = 500,
}: {
  backend: Backend
  logger: QueueLogger
  /** Time limit for a wake-up; tests on a busy machine allow more. */
  wakeMs?: number
}): Producer {
  const queues = new Map<string, Promise<OpenQueue>>()

  async function open(name: string): Promise<OpenQueue> {
    await prepareBackend(backend)
    const queue = openQueue(backend, name)
    queue.on('error', logOutages(logger, name))
    await queue.waitUntilReady()
    return queue
  }

  // The next wake-up retries to open a queue that failed to open.
  function reach(name: string): Promise<OpenQueue> {
    const opening =
      queues.get(name) ??
      open(name).catch(error => {
        queues.delete(name)
        throw error
      })
    queues.set(name, opening)
    return opening
  }

  async function add<Payload extends TSchema>(
    { queue, name, payload: schema, options, deduplicationId }: JobContract<Payload>,
    payload: Static<Payload>,
  ): Promise<void> {
    if (!Value.Check(schema, payload)) throw new Error(`invalid payload for ${name}`)
    const reached = await reach(queue)
    await reached.add(name, payload, {
      // BullMQ's simple deduplication would drop a wake-up that arrives during the run.
      deduplication: { id: deduplicationId(payload), keepLastIfActive: true },
      attempts: options.attempts,
      backoff: { type: 'exponential', delay: options.firstRetryMs, jitter: 0.5 },
      removeOnComplete: { age: day, count: 500 },
      removeOnFail: { age: 14 * day },
    })
  }

  return {
    async wake(contract, payload) {
      try {
        await withinTime(add(contract, payload), wakeMs, 'the queue did not answer in time')
        return true
      } catch (error) {
        logger.warn({ queue: contract.queue, err: error }, 'wake-up lost')
        return false
      }
    },
    async close() {
      await Promise.allSettled([...queues.values()].map(closeQueue))
    },
  }
}

async function closeQueue(opening: Promise<OpenQueue>): Promise<void> {
  const queue = await withinTime(opening, closeMs, 'still opening')
  await Promise.allSettled([withinTime(queue.close(), closeMs, 'still closing')])
  // Without a server, close leaves the connection retrying, possibly forever.
  void queue.disconnect().catch(() => undefined)
}
