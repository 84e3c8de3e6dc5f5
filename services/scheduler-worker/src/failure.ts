import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database'
import type { Failure } from '@night-routine/work'

/** Only a person can mend these; an hourly look notices one who did it elsewhere. */
const hopelessSeconds = 3600

/** The account may write again "in some hours". */
const usageLimitSeconds = 3600

/**
 * Classes a failure once: words for the page, and how long to wait. `attempts` counts the runs that
 * failed in a row, so that a provider that asks for a short wait again and again gets a longer one.
 */
export function failureOf(error: unknown, attempts: number): Failure {
  if (error instanceof HouseholdBusyError) return { error: error.message, retryAfterSeconds: null }
  if (!(error instanceof CalendarError))
    return { error: 'Something went wrong. It is tried again.', retryAfterSeconds: null }
  const { words, reason, retryAfterSeconds } = error
  if (error.class !== 'retry')
    return { error: words, retryAfterSeconds: null, pauseSeconds: hopelessSeconds }
  if (reason === 'usage-limit')
    return { error: words, retryAfterSeconds: null, pauseSeconds: usageLimitSeconds }
  if (retryAfterSeconds === null) return { error: words, retryAfterSeconds }
  const ownSeconds = Math.min(600, 2 ** (attempts - 1))
  return { error: words, retryAfterSeconds: Math.max(retryAfterSeconds, ownSeconds) }
}
