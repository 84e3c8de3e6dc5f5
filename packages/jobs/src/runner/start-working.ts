import type { Database } from '@night-routine/database/connection'
import { dueJobs, waitingJobs, type JobKind } from '@night-routine/database/jobs'
import { contextToPass, inRequestContext, type Logger } from '@night-routine/service'
import type { Backend } from '../queue/backend.ts'
import { createProducer } from '../queue/producer.ts'
import { createWorker } from '../queue/worker.ts'
import { kindNames } from '../kinds.ts'
import { startLoop, type Loop } from './loop.ts'
import { createRunner, type FailureOf, type Job } from './runner.ts'

/**
 * Starts the worker. Wake-ups only save time: without a queue, the sweep finds all work. The sweep after each
 * run finds work for other workers that the run requested, and wakes them.
 */
export function startWorking(options: {
  db: Database
  backend: Backend
  jobs: Partial<Record<JobKind, Job>>
  /** Work that this worker requests and another one does. */
  elsewhere?: readonly JobKind[]
  failureOf: FailureOf
  mayRun: () => Promise<boolean>
  logger: Logger
  sweepSeconds: number
  leaseSeconds: number
}) {
  const { db, backend, jobs, elsewhere = [], logger, sweepSeconds } = options
  const producer = createProducer({ backend, logger })
  const kinds = kindNames.filter(kind => jobs[kind] !== undefined)
  let lastSweep = -Infinity
  const runner = createRunner({ ...options, onEnd: () => sweeping.soon() })
  const sweeping: Loop = startLoop({
    name: 'sweep',
    everySeconds: sweepSeconds,
    logger,
    work: async () => {
      const next = await sweep({
        db,
        kinds,
        wake: runner.wake,
        wakeElsewhere: kind => elsewhere.includes(kind) && producer.wake(kind, contextToPass()),
        everySeconds: sweepSeconds,
      })
      lastSweep = performance.now()
      return next
    },
  })
  const workers = kinds.map(kind =>
    createWorker({
      backend,
      kind,
      handler: requestContext => {
        // The change that caused this wake-up may have requested other kinds too.
        sweeping.soon()
        return inRequestContext(requestContext, () => runner.wake(kind))
      },
      logger,
    }),
  )
  return {
    wake: runner.wake,
    sinceSweep: () => (performance.now() - lastSweep) / 1000,
    close: async () => {
      await Promise.all([runner.close(), sweeping.close()])
      await Promise.all([...workers, producer].map(part => part.close()))
    },
  }
}

/** The shortest useful time between two sweeps. */
const leastSeconds = 0.2

/**
 * Checks the job requests in the database, wakes what is due, and returns the seconds until the next sweep:
 * when a failed run may be retried, when the lease of a possibly killed run expires, or `everySeconds`. Kinds
 * that are not in `kinds` belong to other workers.
 */
export async function sweep(options: {
  db: Database
  kinds: readonly JobKind[]
  wake: (kind: JobKind) => unknown
  wakeElsewhere: (kind: JobKind) => unknown
  everySeconds: number
}): Promise<number> {
  const { db, kinds, wake, wakeElsewhere, everySeconds } = options
  const due = await dueJobs(db)
  for (const kind of due) void (kinds.includes(kind) ? wake(kind) : wakeElsewhere(kind))
  // Work that became due since that query was not woken yet.
  const waits = (await waitingJobs(db))
    .filter(({ kind }) => kinds.includes(kind) && !due.includes(kind))
    .map(({ seconds }) => seconds)
  return Math.max(leastSeconds, Math.min(everySeconds, ...waits))
}
