import { renewClaim, type Claim, type Database } from '@night-routine/database'
import type { Logger } from '@night-routine/service'

/** Somebody else may have the work by now: what this run was about to do must not happen any more. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'
}

/** A claim that is kept alive while its run lasts. */
export interface Lease {
  /** Throws LeaseLostError once the lease may have ended; to be asked before each effect. */
  guard: () => void
  /** Aborts when the lease is lost. */
  signal: AbortSignal
  end: () => void
}

/** Time as a lease needs it. Tests have their own, to let it pass or stand still. */
export interface LeaseTimer {
  /** Milliseconds on a monotonic clock, which also advances while the process is stopped. */
  now: () => number
  /** Calls back again and again, until the returned function is called. */
  every: (ms: number, callBack: () => Promise<void>) => () => void
}

const realTimer: LeaseTimer = {
  now: () => performance.now(),
  every: (ms, callBack) => {
    const timer = setInterval(() => void callBack(), ms)
    return () => clearInterval(timer)
  },
}

/**
 * Renews a claim three times per lease. A run that slept past its lease knows it before its next effect.
 */
export function holdLease(
  db: Database,
  claim: Claim,
  {
    leaseSeconds,
    logger,
    timer = realTimer,
  }: { leaseSeconds: number; logger: Logger; timer?: LeaseTimer | undefined },
): Lease {
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
