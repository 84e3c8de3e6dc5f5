import {
  claimWork,
  failWork,
  finishWork,
  type Claim,
  type Database,
  type WorkKind,
} from '@night-routine/database'
import { onTrail, traced, type Logger } from '@night-routine/service'
import { holdLease, type Lease, type LeaseTimer } from './lease.ts'

/** How long after its start, at the earliest, work begins again. */
interface Rest {
  restSeconds: number
}

/** What the marker is told of a failed run: words for people, and how long to wait. */
export type Failure = Parameters<typeof failWork>[2]

/** One kind of work: makes two sides agree, from what it reads after it was called. */
export type Job = (
  run: Pick<Lease, 'guard' | 'signal'> & Pick<Claim, 'requests'>,
) => Promise<Rest | undefined>

/** Throws when a run may not go on: it lost its lease, or the service stops. */
export function mayGoOn({ guard, signal }: Pick<Lease, 'guard' | 'signal'>): () => void {
  return () => {
    signal.throwIfAborted()
    guard()
  }
}

export interface MarkedWork {
  db: Database
  kind: WorkKind
  job: Job
  leaseSeconds: number
  /** Classes a failure once; `attempts` counts the runs that failed in a row. */
  failureOf: (error: unknown, attempts: number) => Failure
  logger: Logger
  /** How time passes for the lease; tests have their own. */
  timer?: LeaseTimer
  /** Aborts when the service stops: the work is given back at once. */
  stop: AbortSignal
}

const mostRuns = 4

/**
 * Does the work that is asked for, if it is due and nobody else does it (design.md section 6). The
 * marker is read before the work's first read, and done only if it has not moved meanwhile: else the
 * work runs again, three times at most, or after its rest. A failure is noted in words and with a time to try again.
 * @throws only what the database throws
 */
export async function runMarked(work: MarkedWork): Promise<void> {
  const { db, kind, leaseSeconds } = work
  for (let runs = 0; runs < mostRuns && !work.stop.aborted; runs++) {
    const claim = await claimWork(db, kind, { leaseSeconds })
    if (claim === undefined) return
    // With the number of its request a run is found again in the database.
    const jobId = `${kind}-${claim.requestNumber}`
    const run = () => traced(kind, { 'job.id': jobId }, () => runOnce(work, claim))
    if ((await onTrail({ jobId }, run)) !== 'again') return
  }
}

async function runOnce(work: MarkedWork, claim: Claim): Promise<'again' | 'enough'> {
  const { db, kind, job, failureOf, stop } = work
  const logger = work.logger.child({ kind, attempt: claim.attempts })
  const { leaseSeconds, timer } = work
  const lease = holdLease(db, claim, { leaseSeconds, logger, timer })
  let rest: Rest | undefined
  try {
    const signal = AbortSignal.any([lease.signal, stop])
    rest = await job({ guard: lease.guard, signal, requests: claim.requests })
  } catch (error) {
    if (lease.signal.aborted) logger.warn({}, 'the lease ended; whoever has the work now does it')
    else await giveBack({ db, failureOf, logger, stop }, claim, error)
    return 'enough'
  } finally {
    lease.end()
  }
  return (await finishWork(db, claim, rest)) === 'again' ? 'again' : 'enough'
}

async function giveBack(
  { db, failureOf, logger, stop }: Pick<MarkedWork, 'db' | 'failureOf' | 'logger' | 'stop'>,
  claim: Claim,
  error: unknown,
): Promise<void> {
  if (stop.aborted) {
    logger.info({}, 'stopped; the work is given back')
    await failWork(db, claim, { error: 'The worker was restarted.', retryAfterSeconds: 0 })
    return
  }
  const failure = failureOf(error, claim.attempts)
  logger.warn({ err: error, ...failure }, 'work failed')
  await failWork(db, claim, failure)
}
