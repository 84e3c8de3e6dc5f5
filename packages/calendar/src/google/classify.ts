import { CalendarError, type CalendarErrorReason } from '../errors.ts'
import { answerOf, codeOf, timedOut, type Answer } from './answer.ts'

/**
 * Why a request to Google Calendar failed. 404 is not told apart here: Google says the same of an
 * event and of its calendar, so the caller must ask.
 * Sources: Google's error guide; reliability brief 4.4.
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
  // The account itself may only read for some hours.
  quotaExceeded: 'usage-limit',
  dailyLimitExceeded: 'usage-limit',
  insufficientPermissions: 'scope-missing',
  accessNotConfigured: 'api-disabled',
  notACalendarUser: 'not-a-calendar-user',
}

function reasonOf({ status, reason }: Answer): CalendarErrorReason {
  // Not found, but not by Google: a proxy, or the wrong address. That says nothing of an event.
  if ((status === 404 || status === 410) && reason === '') return 'unavailable'
  if (status === 410 && reason === 'fullSyncRequired') return 'sync-token-expired'
  // Refuses the address of notifications, some of it as 401. The grant is as good as before.
  if (reason.startsWith('push.')) return 'request-refused'
  if (status === 403) return byReason[reason] ?? 'forbidden'
  if (status < 400 || status >= 500) return 'unavailable'
  return byStatus[status] ?? 'request-refused'
}
