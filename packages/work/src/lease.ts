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

/**
 * Renews a claim three times per lease. Counted on a clock that nobody sets and that goes on while
 * the process is stopped: a run that slept past its lease knows it before its next effect.
 */
export function holdLease(
  db: Database,
  claim: Claim,
  { leaseSeconds, logger }: { leaseSeconds: number; logger: Logger },
): Lease {
  const lost = new AbortController()
  let heldUntil = performance.now() + leaseSeconds * 1000
  const renew = async () => {
    const asked = performance.now()
    try {
      if (await renewClaim(db, claim, { leaseSeconds })) heldUntil = asked + leaseSeconds * 1000
      else lost.abort(new LeaseLostError())
    } catch (error) {
      logger.warn({ err: error, kind: claim.kind }, 'could not renew the lease')
    }
  }
  const timer = setInterval(() => void renew(), (leaseSeconds * 1000) / 3)
  return {
    guard: () => {
      if (performance.now() >= heldUntil) lost.abort(new LeaseLostError())
      lost.signal.throwIfAborted()
    },
    signal: lost.signal,
    end: () => clearInterval(timer),
  }
}
