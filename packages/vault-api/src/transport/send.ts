import { setTimeout as sleep } from 'node:timers/promises'
import { judgeAnswer } from '../answers/judge.ts'
import { VaultError } from '../errors.ts'
import { sendOnce, type Request, type TimeLimits } from './send-once.ts'

/** How often, and how patiently, a request is repeated. */
export type Patience = Readonly<typeof usualPatience>

export const usualPatience = {
  /** How often a request is sent at most. */
  attempts: 4,
  /** The wait before the first repeat; it doubles with each. */
  firstWaitMs: 500,
  /** No wait is longer; a host that asks for more is not asked again. */
  longestWaitMs: 60_000,
}

export interface Retry {
  readonly endpoint: string
  /** Which attempt failed, from 1. */
  readonly attempt: number
  readonly waitMs: number
  readonly error: VaultError
}

export type OnRetry = ((retry: Retry) => void) | undefined

export interface TransportOptions {
  readonly patience: Patience
  readonly timeLimits: TimeLimits
  readonly headers: Request['headers']
  readonly onRetry: OnRetry
}

/** Sends a request until it is answered. Got's own retries see no errors with status 200, and read no upload again. */
export async function send(
  request: Request,
  options: TransportOptions,
  onRetry?: OnRetry,
): Promise<object> {
  const { endpoint, signal } = request
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted()
    try {
      const answer = await sendOnce(request, attempt, options)
      return judgeAnswer(answer, request, Date.now())
    } catch (error) {
      if (!(error instanceof VaultError)) throw error
      const chance = Math.random()
      const repetition = { attempt, repeat: endpoint.repeat, patience: options.patience, chance }
      const waitMs = waitBeforeRepeat(error, repetition)
      if (waitMs === null) throw error
      const retry = { endpoint: endpoint.path, attempt, waitMs, error }
      onRetry?.(retry)
      options.onRetry?.(retry)
      await sleep(waitMs, undefined, { signal }).catch(() => signal?.throwIfAborted())
    }
  }
}

interface Repetition {
  readonly attempt: number
  readonly repeat: Request['endpoint']['repeat']
  readonly patience: Patience
  readonly chance: number
}

/** The wait before a request is sent again; null where it is not. By `chance`, clients do not return together. */
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
