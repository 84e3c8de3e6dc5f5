import { CalendarError } from '@night-routine/calendar'
import { isLockHeld } from '@night-routine/database/connection'
import { longestPauseSeconds, type FailureOf } from '@night-routine/jobs'

/** Classifies a failure: its code, and how long to wait, which grows even if the provider keeps asking for less. */
export const failureOf: FailureOf = (error, attempts) => {
  if (isLockHeld(error)) return { code: 'status.busy', facts: {} }
  if (!(error instanceof CalendarError)) return { code: 'status.failed', facts: {} }
  const { code, facts, reason, retryAfterSeconds } = error
  // The provider lifts the usage limit after some hours.
  if (error.class === 'reconnect' || reason === 'usage-limit')
    return { code, facts, pauseSeconds: longestPauseSeconds }
  if (error.class === 'give-up') {
    // A refusal may be temporary, like a 403 or 404 during an outage: 20 s and 40 s, then twice as long each time.
    const refusedSeconds = 10 * 2 ** Math.min(attempts, 12)
    return { code, facts, pauseSeconds: Math.min(longestPauseSeconds, refusedSeconds) }
  }
  if (retryAfterSeconds === null) return { code, facts }
  const ownSeconds = Math.min(600, 2 ** (attempts - 1))
  return { code, facts, retryAfterSeconds: Math.max(retryAfterSeconds, ownSeconds) }
}
