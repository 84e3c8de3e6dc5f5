import type { VaultError } from '../errors.ts'

/** How often, and how patiently, a request is repeated. */
export interface Patience {
  /** How often a request is sent at most. */
  readonly attempts: number
  /** The wait before the first repeat; it doubles with each. */
  readonly firstWaitMs: number
  /** No wait is longer; a host that asks for more is not asked again. */
  readonly longestWaitMs: number
}

export const usualPatience: Patience = { attempts: 4, firstWaitMs: 500, longestWaitMs: 60_000 }

/**
 * Whether the same request may be sent twice: `safe`, or only where the host cannot have acted on the
 * first: `unsent`.
 */
export type Repeat = 'safe' | 'unsent'

/** How long to wait before a failed request is sent again; null where it is not. */
export function waitBeforeRepeat(
  error: VaultError,
  { attempt, repeat, patience, chance }: Repetition,
): number | null {
  if (!error.temporary || attempt >= patience.attempts) return null
  // A host that turned a request away for its rate has not acted on it.
  if (repeat === 'unsent' && error.sent && error.name !== 'RateLimited') return null
  const usual = Math.min(patience.firstWaitMs * 2 ** (attempt - 1), patience.longestWaitMs)
  const spread = usual * (0.5 + chance / 2)
  if (error.retryAfterMs === null) return spread
  return error.retryAfterMs > patience.longestWaitMs ? null : Math.max(error.retryAfterMs, spread)
}

interface Repetition {
  /** Which attempt failed, from 1. */
  readonly attempt: number
  readonly repeat: Repeat
  readonly patience: Patience
  /** From 0 to 1: clients that failed together must not come back together. */
  readonly chance: number
}
