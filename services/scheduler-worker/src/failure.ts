import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database'
import type { Failure } from '@night-routine/jobs'

/**
 * The longest wait where, most likely, only a person can help: they may do so at the provider, where we
 * don't hear of it.
 */
const longestPauseSeconds = 3600

/**
 * A refusal may pass, as a 403 or 404 during a fault at the provider does. The first
 * tries come after 20 s and 60 s; each further wait is twice as long.
 */
function refusedSeconds(attempts: number): number {
  return Math.min(longestPauseSeconds, 10 * 2 ** Math.min(attempts, 12))
}

/** The account may write again "in some hours". */
const usageLimitSeconds = 3600

/**
 * Classes a failure once: words for the page, and how long to wait. `attempts` counts the runs that
 * failed in a row, so that a provider that asks for a short wait again and again gets a longer one.
 */
export function failureOf(error: unknown, attempts: number): Failure {
  if (error instanceof HouseholdBusyError) return { error: error.message, retryAfterSeconds: null }
  if (!(error instanceof CalendarError))
    return { error: 'Something went wrong. We’ll retry.', retryAfterSeconds: null }
  const { words, reason, retryAfterSeconds } = error
  if (error.class === 'reconnect')
    return { error: words, retryAfterSeconds: null, pauseSeconds: longestPauseSeconds }
  if (error.class === 'give-up')
    return { error: words, retryAfterSeconds: null, pauseSeconds: refusedSeconds(attempts) }
  if (reason === 'usage-limit')
    return { error: words, retryAfterSeconds: null, pauseSeconds: usageLimitSeconds }
  if (retryAfterSeconds === null) return { error: words, retryAfterSeconds }
  const ownSeconds = Math.min(600, 2 ** (attempts - 1))
  return { error: words, retryAfterSeconds: Math.max(retryAfterSeconds, ownSeconds) }
}
