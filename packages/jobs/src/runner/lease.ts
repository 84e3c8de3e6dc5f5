import type { Database } from '@night-routine/database/connection'
import { renewClaim, type Claim } from '@night-routine/database/jobs'
import type { Logger } from '@night-routine/service'

/** Another worker may have claimed the work, so this run must stop before its next effect. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** A claim that is renewed during its run. */
export interface Lease {
  /** Throws LeaseLostError once the lease may have expired; call it before each effect. */
  guard: () => void
  /** Aborts when the lease is lost. */
  signal: AbortSignal
  end: () => void
}

/** The lease's timer. Tests use a fake one. */
export interface LeaseTimer {
  /** Milliseconds on a monotonic clock that also advances while the process is suspended. */
  now: () => number
  /** Calls `callBack` repeatedly until the returned function is called. */
  every: (ms: number, callBack: () => Promise<void>) => () => void
}

const realTimer: LeaseTimer = {
  now: () => performance.now(),
  every: (ms, callBack) => {
    const timer = setInterval(() => void callBack(), ms)
    return () => clearInterval(timer)
  },
}

/** Renews a claim three times per lease. A run that slept past its lease finds out before its next effect. */
export function holdLease(
  db: Database,
  claim: Claim,
  options: { leaseSeconds: number; logger: Logger; timer?: LeaseTimer | undefined },
): Lease {
  const { leaseSeconds, logger, timer = realTimer } = options
  const lost = new AbortController()
  let heldUntil = timer.now() + leaseSeconds * 1000
  const renew = async () => {
    const asked = timer.now()
    try {
      if (await renewClaim(db, claim, { leaseSeconds })) heldUntil = asked + leaseSeconds * 1000
      else lost.abort(new LeaseLostError())
    } catch (error) {
      logger.warn({ err: error, kind: claim.kind }, 'could not renew the lease')
    }
  }
  const stopRenewing = timer.every((leaseSeconds * 1000) / 3, renew)
  return {
    guard: () => {
      if (timer.now() >= heldUntil) lost.abort(new LeaseLostError())
      lost.signal.throwIfAborted()
    },
    signal: lost.signal,
    end: stopRenewing,
  }
}
