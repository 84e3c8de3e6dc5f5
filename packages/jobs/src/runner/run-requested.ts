import {
  claimJob,
  failJob,
  finishJob,
  type Claim,
  type Database,
  type JobKind,
} from '@night-routine/database'
import { onTrail, traced, type Logger } from '@night-routine/service'
import { holdLease, type Lease, type LeaseTimer } from './lease.ts'

/** The shortest time between the starts of two runs. */
interface Rest {
  restSeconds: number
}

/** A failed run on its job request: words for people, and the wait before the retry. */
export type Failure = Parameters<typeof failJob>[2]

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

export interface RequestedWork {
  db: Database
  kind: JobKind
  job: Job
  leaseSeconds: number
  /** Classifies a failure; `attempts` counts the failures in a row. */
  failureOf: (error: unknown, attempts: number) => Failure
  logger: Logger
  /** The lease's timer; tests use a fake one. */
  timer?: LeaseTimer
  /** Aborts when the service closes: the work is released at once. */
  stop: AbortSignal
}

const mostRuns = 4

/**
 * Runs a kind of work if it is requested, due and not claimed by another worker. It reads the job request
 * before the work reads anything, and marks it done only if no further request came meanwhile. Otherwise the
 * work runs again, at most three times in a row. A failure is stored with words for people and a retry time.
 * @throws database errors only
 */
export async function runRequested(work: RequestedWork): Promise<void> {
  const { db, kind, leaseSeconds } = work
  for (let runs = 0; runs < mostRuns && !work.stop.aborted; runs++) {
    const claim = await claimJob(db, kind, { leaseSeconds })
    if (claim === undefined) return
    // The id contains the request number, so a run in the log can be found in the database.
    const jobId = `${kind}-${claim.requestNumber}`
    const run = () => traced(kind, { 'job.id': jobId }, () => runOnce(work, claim))
    if ((await onTrail({ jobId }, run)) !== 'again') return
  }
}

async function runOnce(work: RequestedWork, claim: Claim): Promise<'again' | 'enough'> {
  const { db, kind, job, failureOf, stop } = work
  const logger = work.logger.child({ kind, attempt: claim.attempts })
  const { leaseSeconds, timer } = work
  const lease = holdLease(db, claim, { leaseSeconds, logger, timer })
  let rest: Rest | undefined
  try {
    const signal = AbortSignal.any([lease.signal, stop])
    rest = await job({ guard: lease.guard, signal, requests: claim.requests })
  } catch (error) {
    if (lease.signal.aborted) logger.warn({}, 'lease lost')
    else await releaseWork({ db, failureOf, logger, stop }, claim, error)
    return 'enough'
  } finally {
    lease.end()
  }
  return (await finishJob(db, claim, rest)) === 'again' ? 'again' : 'enough'
}

async function releaseWork(
  { db, failureOf, logger, stop }: Pick<RequestedWork, 'db' | 'failureOf' | 'logger' | 'stop'>,
  claim: Claim,
  error: unknown,
): Promise<void> {
  if (stop.aborted) {
    logger.info({}, 'stopped; work released')
    await failJob(db, claim, { error: 'The worker was restarted.', retryAfterSeconds: 0 })
    return
  }
  const failure = failureOf(error, claim.attempts)
  logger.warn({ err: error, ...failure }, 'work failed')
  await failJob(db, claim, failure)
}
