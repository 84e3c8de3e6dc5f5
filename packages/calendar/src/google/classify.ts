import { CalendarError, type CalendarErrorReason } from '../errors.ts'
import { answerOf, codeOf, timedOut, type Answer } from './answer.ts'

/**
 * Why a request to Google Calendar failed. Google answers 404 both for a missing event and for a missing
 * calendar, so the caller has to find out which one it is.
 * See https://developers.google.com/workspace/calendar/api/guides/errors
 */
export function classify(error: unknown): CalendarError {
  if (error instanceof CalendarError) return error
  const answer = answerOf(error)
  if (answer === null) {
    return timedOut(error)
      ? new CalendarError('timeout')
      : new CalendarError('unavailable', { detail: codeOf(error) })
  }
  const { status, reason, retryAfterSeconds } = answer
  return new CalendarError(reasonOf(answer), {
    detail: reason === '' ? `${status}` : `${status} ${reason}`,
    retryAfterSeconds,
  })
}

const byStatus: Record<number, CalendarErrorReason> = {
  401: 'unauthorized',
  404: 'event-gone',
  408: 'timeout',
  409: 'event-exists',
  410: 'event-gone',
  412: 'event-stale',
  429: 'rate-limited',
}

const byReason: Record<string, CalendarErrorReason> = {
  rateLimitExceeded: 'rate-limited',
  userRateLimitExceeded: 'rate-limited',
  // The account may only read for some hours.
  quotaExceeded: 'usage-limit',
  dailyLimitExceeded: 'usage-limit',
  insufficientPermissions: 'scope-missing',
  accessNotConfigured: 'api-disabled',
  notACalendarUser: 'not-a-calendar-user',
}

function reasonOf({ status, reason }: Answer): CalendarErrorReason {
  // This 404 comes from a proxy or a wrong address, not from Google, so it says nothing about the event.
  if ((status === 404 || status === 410) && reason === '') return 'unavailable'
  if (status === 410 && reason === 'fullSyncRequired') return 'sync-token-expired'
  // Google refuses the webhook address, sometimes with a 401. The grant is still valid.
  if (reason.startsWith('push.')) return 'request-refused'
  if (status === 403) return byReason[reason] ?? 'forbidden'
  if (status < 400 || status >= 500) return 'unavailable'
  return byStatus[status] ?? 'request-refused'
}
