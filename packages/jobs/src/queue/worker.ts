import { setTimeout as sleep } from 'node:timers/promises'
import type { Static, TSchema } from 'typebox'
import type { Backend } from './backend.ts'
import type { JobContract } from './contract.ts'
import { openWorker, prepareBackend, type OpenWorker, type WorkerTiming } from './open.ts'
import { createProcessor } from './processor.ts'
import { logOutages, type QueueLogger } from './queue-logger.ts'
import { withinTime } from './within-time.ts'

export interface JobWorker {
  /** Takes no more jobs, waits up to 20 s for the current one, and disconnects. */
  close(): Promise<void>
}

export interface WorkerOptions<Payload extends TSchema> {
  readonly backend: Backend
  readonly contract: JobContract<Payload>
  /** Does the work; throws when it should be retried. */
  readonly handler: (payload: Static<Payload>) => Promise<void>
  readonly logger: QueueLogger
  /** Tests recover killed workers faster than in 20 s. */
  readonly timing?: WorkerTiming & { readonly retryMs: number }
}

const usualTiming = { lockMs: 15_000, stalledCheckMs: 5_000, retryMs: 1_000 }
const jobMs = 20_000
const forcedCloseMs = 2_000

/**
 * Processes the jobs of a contract, one at a time. While the server is down, the worker keeps trying to
 * connect until it is closed.
 */
export function createWorker<Payload extends TSchema>({
  backend,
  contract,
  handler,
  logger,
  timing = usualTiming,
}: WorkerOptions<Payload>): JobWorker {
  const process = createProcessor(contract, handler, logger)
  const reportOutage = logOutages(logger, contract.queue)
  const closing = new AbortController()
  let worker: OpenWorker | undefined
  let currentJob: Promise<void> | undefined
  const opened = openWhenThere()

  async function openWhenThere(): Promise<void> {
    while (!closing.signal.aborted) {
      try {
        await prepareBackend(backend)
        if (!closing.signal.aborted) await open()
        return
      } catch (error) {
        reportOutage(error)
        await worker?.close(true)
        await sleep(timing.retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  async function open(): Promise<void> {
    worker = openWorker(backend, contract.queue, job => (currentJob = process(job)), timing)
    worker.on('error', reportOutage)
    await worker.waitUntilReady()
  }

  async function letGo(force: boolean): Promise<void> {
    const ended = Promise.all([worker?.close(force), opened])
    await withinTime(ended, force ? forcedCloseMs : jobMs, 'the queue did not close in time')
  }

  return {
    async close() {
      closing.abort()
      void worker?.pause(true)
      const finished = await holds(withinTime(Promise.allSettled([currentJob]), jobMs, 'too long'))
      if (!finished) logger.warn({ queue: contract.queue }, 'closed while a job was running')
      // BullMQ's regular close waits forever for a server that is down.
      const there = await holds(prepareBackend(backend))
      await letGo(!finished || !there).catch(reportOutage)
    },
  }
}

function holds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}
