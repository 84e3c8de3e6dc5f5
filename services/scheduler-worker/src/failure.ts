import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database'
import type { Failure } from '@night-routine/jobs'

/**
 * The longest wait when a person probably has to act: a fix at the provider sends no notification.
 */
const longestPauseSeconds = 3600

/**
 * A refusal may be temporary, like a 403 or 404 during an outage of the provider. The first waits are
 * 20 s and 40 s; each further wait doubles.
 */
function refusedSeconds(attempts: number): number {
  return Math.min(longestPauseSeconds, 10 * 2 ** Math.min(attempts, 12))
}

/** Google lifts this limit after some hours. */
const usageLimitSeconds = 3600

/**
 * Classifies a failure: the text for the page, and how long to wait. `attempts` counts consecutive
 * failures, so that waits grow even if the provider keeps asking for a short one.
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
