import { setTimeout as sleep } from 'node:timers/promises'
import type { JobKind } from '@night-routine/database/jobs'
import type { PassedContext } from '@night-routine/service'
import type { Job } from 'bullmq'
import pTimeout from 'p-timeout'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { logOutages, type Backend, type QueueLogger } from './backend.ts'
import { answerCalls } from './calls.ts'
import type { OpenWorker, WorkerTiming } from './open.ts'

export interface WorkerOptions {
  readonly backend: Backend
  readonly kind: JobKind
  readonly handler: (requestContext: PassedContext) => Promise<void>
  readonly logger: QueueLogger
  /** Tests recover killed workers faster than in 20 s. */
  readonly timing?: WorkerTiming & { readonly retryMs: number }
}

/** A wake-up carries the ids of the request that caused it, for logs; the facts are in the database. */
const wakeUp = Type.Object({ requestId: Type.Optional(Type.String({ maxLength: 64 })) })

const usualTiming = { lockMs: 15_000, stalledCheckMs: 5_000, retryMs: 1_000 }
const jobMs = 20_000
const forcedCloseMs = 2_000

/**
 * Calls the handler for the wake-ups of a kind, one at a time. While the server is down, the worker keeps
 * trying to connect until it is closed.
 */
export function createWorker(options: WorkerOptions) {
  return options.backend.kind === 'process' ? answerCalls(options) : queueWorker(options)
}

function queueWorker({ backend, kind, handler, logger, timing = usualTiming }: WorkerOptions) {
  const reportOutage = logOutages(logger, kind)
  const closing = new AbortController()
  let worker: OpenWorker | undefined
  let currentJob: Promise<void> | undefined
  // Only users of a queue load its library.
  const library = Promise.all([import('./open.ts'), import('./redis.ts')])
  const opened = openWhenThere()

  async function openWhenThere() {
    while (!closing.signal.aborted) {
      try {
        const [, { checkRedis }] = await library
        await checkRedis(backend)
        if (!closing.signal.aborted) await open()
        return
      } catch (error) {
        reportOutage(error)
        await worker?.close(true)
        await sleep(timing.retryMs, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  async function open() {
    const [{ openWorker }] = await library
    worker = openWorker(backend, kind, job => (currentJob = process(job)), timing)
    worker.on('error', reportOutage)
    await worker.waitUntilReady()
  }

  async function process(job: Job) {
    const details = { queue: kind, job: job.id }
    const requestContext: unknown = job.data
    if (!Check(wakeUp, requestContext)) {
      logger.error(details, 'invalid job payload')
      const { UnrecoverableError } = await import('bullmq')
      throw new UnrecoverableError('invalid payload')
    }
    try {
      await handler(requestContext)
      logger.debug(details, 'job done')
    } catch (error) {
      logger.warn({ ...details, err: error }, 'job failed')
      throw error
    }
  }

  async function letGo(force: boolean) {
    await pTimeout(Promise.all([worker?.close(force), opened]), {
      milliseconds: force ? forcedCloseMs : jobMs,
      message: 'the queue did not close in time',
    })
  }

  return {
    /** Takes no more jobs, waits up to 20 s for the current one, and disconnects. */
    async close() {
      closing.abort()
      void worker?.pause(true)
      const finished = await holds(
        pTimeout(Promise.allSettled([currentJob]), { milliseconds: jobMs }),
      )
      if (!finished) logger.warn({ queue: kind }, 'closed while a job was running')
      // BullMQ's regular close waits forever for a server that is down.
      const [, { checkRedis }] = await library
      const there = await holds(checkRedis(backend))
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
