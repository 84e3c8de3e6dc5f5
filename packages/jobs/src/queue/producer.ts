import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { Backend } from './backend.ts'
import type { JobContract } from './contract.ts'
import { openQueue, prepareBackend, type OpenQueue } from './open.ts'
import { logOutages, type QueueLogger } from './queue-logger.ts'
import { withinTime } from './within-time.ts'

export interface Producer {
  /** True when the queue has the wake-up. Never throws, and takes half a second at most, unless told. */
  wake<Payload extends TSchema>(
    contract: JobContract<Payload>,
    payload: Static<Payload>,
  ): Promise<boolean>
  close(): Promise<void>
}

const closeMs = 1_000
const day = 86_400

/**
 * Adds wake-ups to queues, best effort: the work itself is marked in the database, so a wake-up
 * that is lost costs the time until the next sweep and a line in the log.
 */
export function createProducer({
  backend,
  logger,
  wakeMs = 500,
}: {
  backend: Backend
  logger: QueueLogger
  /** How long a wake-up may take; tests on a busy machine wait longer. */
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

  // A queue that could not be opened is opened anew by the next wake-up.
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
    if (!Value.Check(schema, payload)) throw new Error(`this is not the payload of ${name}`)
    const reached = await reach(queue)
    await reached.add(name, payload, {
      // The plain form of deduplication would lose a signal that comes while the job runs.
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
        logger.warn({ queue: contract.queue, err: error }, 'a wake-up was lost; a sweep will do')
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
  // A close without a server leaves the connection trying to come back, and this may never end.
  void queue.disconnect().catch(() => undefined)
}
