import type { Database, JobFailure } from '@night-routine/database/connection'
import {
  claimJob,
  failJob,
  finishJob,
  type Claim,
  type JobKind,
} from '@night-routine/database/jobs'
import { inRequestContext, type Logger } from '@night-routine/service'
import { holdLease, type Lease, type LeaseTimer } from './lease.ts'

/** The shortest time between the starts of two runs. */
interface Rest {
  restSeconds: number
}

/** Why a run failed, and how long to wait. Without waits, the back-off of its kind decides. */
export interface Failure extends JobFailure {
  /** The wait that the provider asked for. It holds against new requests too. */
  retryAfterSeconds?: number | null
  /** A longer wait, which a new request ends. */
  pauseSeconds?: number
}

/** Classifies a failure; `attempts` counts the failures in a row. */
export type FailureOf = (error: unknown, attempts: number) => Failure

/** The longest wait when a person probably has to act. A fix at the provider sends no notification. */
export const longestPauseSeconds = 3600

/** The handler of a kind of work. It reads its facts itself, after it was called. */
export type Job = (
  run: Pick<Lease, 'guard' | 'signal'> & Pick<Claim, 'requests'>,
) => Promise<Rest | undefined>

/** Throws when a run must stop: it lost its lease, or the service is closing. */
export function stopWhenLost({ guard, signal }: Pick<Lease, 'guard' | 'signal'>): () => void {
  return () => {
    signal.throwIfAborted()
    guard()
  }
}

interface RunnerOptions {
  db: Database
  jobs: Partial<Record<JobKind, Job>>
  leaseSeconds: number
  failureOf: FailureOf
  /** Whether work may run now; what is requested waits for the next sweep. */
  mayRun?: () => Promise<boolean>
  logger: Logger
  /** Called after each run, because the run may have requested other work or needs a retry. */
  onEnd: () => void
  /** The lease's timer; tests use a fake one. */
  timer?: LeaseTimer
}

/** After so many runs in a row, a kind that is always requested again gives way to other work. */
const mostRuns = 4

/**
 * Runs work that is requested, due and not claimed by another worker, each kind once at a time in this process. It reads the job request before the work
 * reads anything, and marks it done only if no further request came meanwhile; otherwise the work runs again. A
 * failure is stored with its code and a retry time.
 */
export function createRunner(options: RunnerOptions) {
  const { db, jobs, leaseSeconds, logger, onEnd, mayRun } = options
  const stop = new AbortController()
  const running = new Map<JobKind, { again: boolean; ended: Promise<void> }>()

  async function run(kind: JobKind, job: Job, state: { again: boolean }) {
    do {
      state.again = false
      try {
        await runRequested(kind, job)
        onEnd()
      } catch (error) {
        // No `onEnd`: with the database down, an immediate sweep would fail too.
        logger.error({ err: error, kind }, 'run aborted by a database error')
      }
    } while (state.again && !stop.signal.aborted)
    running.delete(kind)
  }

  async function runRequested(kind: JobKind, job: Job) {
    if (mayRun !== undefined && !(await mayRun())) return
    for (let runs = 0; runs < mostRuns && !stop.signal.aborted; runs++) {
      const claim = await claimJob(db, kind, { leaseSeconds })
      if (claim === undefined) return
      // The id contains the request number, so a run in the log can be found in the database.
      const jobId = `${kind}-${claim.requestNumber}`
      const once = () => runOnce(options, stop.signal, claim, job)
      if ((await inRequestContext({ jobId }, once)) !== 'again') return
    }
  }

  return {
    /** Resolves when a run that started after this call has ended; never rejects. */
    wake: async (kind: JobKind) => {
      const job = jobs[kind]
      if (job === undefined || stop.signal.aborted) return
      let state = running.get(kind)
      if (state === undefined) {
        state = { again: false, ended: Promise.resolve() }
        running.set(kind, state)
        state.ended = run(kind, job, state)
      } else state.again = true
      await state.ended
    },
    /** Stops the current runs at their next step and releases their work. */
    async close() {
      stop.abort()
      await Promise.all([...running.values()].map(({ ended }) => ended))
    },
  }
}

async function runOnce(
  { db, failureOf, leaseSeconds, timer, ...options }: RunnerOptions,
  stop: AbortSignal,
  claim: Claim,
  job: Job,
): Promise<'done' | 'again' | 'lost' | 'failed'> {
  const logger = options.logger.child({ kind: claim.kind, attempt: claim.attempts })
  const lease = holdLease(db, claim, { leaseSeconds, logger, timer })
  let rest: Rest | undefined
  try {
    const signal = AbortSignal.any([lease.signal, stop])
    rest = await job({ guard: lease.guard, signal, requests: claim.requests })
  } catch (error) {
    if (lease.signal.aborted) logger.warn({}, 'lease lost')
    else await failRun(error)
    return 'failed'
  } finally {
    lease.end()
  }
  return finishJob(db, claim, rest)

  async function failRun(error: unknown) {
    if (stop.aborted) {
      logger.info({}, 'stopped; work released')
      const failure = { code: 'status.restarted', facts: {} }
      await failJob(db, claim, { failure, waitSeconds: 0, waitRequired: true })
      return
    }
    const { attempts } = claim
    const { code, ...others } = failureOf(error, attempts)
    const { facts, retryAfterSeconds = null, pauseSeconds = 0 } = others
    // As `reason`: values of a field `code` are hidden in logs.
    logger.warn({ err: error, reason: code, ...others }, 'work failed')
    await failJob(db, claim, {
      failure: { code, facts },
      waitSeconds: retryAfterSeconds ?? Math.max(pauseSeconds, backOffSeconds(attempts)),
      waitRequired: retryAfterSeconds !== null,
    })
  }
}

/**
 * How long to wait after the nth failed attempt in a row: 2 s, doubled each time up to ten minutes, less up to half
 * of it at random so that several workers do not come back together.
 */
export function backOffSeconds(attempts: number, random: () => number = Math.random): number {
  const full = Math.min(600, 2 ** Math.max(1, attempts))
  return full * (1 - random() / 2)
}
