import { readRetryAfter } from '@night-routine/service'
import { CalendarError, codeOf, type CommonReason, type OwnReason } from '../errors.ts'
import { fieldsOf, valueIn } from '../outside-event.ts'

/**
 * Why a request to Google Calendar failed. Google answers 404 both for a missing event and for a missing
 * calendar, so the caller has to find out which one it is.
 * See https://developers.google.com/workspace/calendar/api/guides/errors
 */
export function classify(error: unknown): CalendarError {
  if (error instanceof CalendarError) return error
  const answer = answerOf(error)
  if (answer === null) {
    return fieldsOf(error)['code'] === 'TimeoutError'
      ? new CalendarError('timeout')
      : new CalendarError('unavailable', { detail: codeOf(error) })
  }
  const { status, reason, retryAfterSeconds } = answer
  return new CalendarError(reasonOf(answer), {
    detail: reason === '' ? `${status}` : `${status} ${reason}`,
    retryAfterSeconds,
  })
}

const byStatus: Record<number, CommonReason> = {
  401: 'unauthorized',
  404: 'event-gone',
  408: 'timeout',
  409: 'event-exists',
  410: 'event-gone',
  412: 'event-stale',
  429: 'rate-limited',
}

const own: Record<string, OwnReason> = {
  accessNotConfigured: { reason: 'api-disabled', class: 'give-up' },
  notACalendarUser: { reason: 'not-a-calendar-user', class: 'give-up' },
}

export const ownReasons = Object.values(own).map(({ reason }) => reason)

const byReason: Record<string, CommonReason | OwnReason> = {
  ...own,
  rateLimitExceeded: 'rate-limited',
  userRateLimitExceeded: 'rate-limited',
  // The account may only read for some hours.
  quotaExceeded: 'usage-limit',
  dailyLimitExceeded: 'usage-limit',
  insufficientPermissions: 'scope-missing',
}

function reasonOf({ status, reason }: { status: number; reason: string }) {
  // This 404 comes from a proxy or a wrong address, not from Google, so it says nothing about the event.
  if ((status === 404 || status === 410) && reason === '') return 'unavailable'
  if (status === 410 && reason === 'fullSyncRequired') return 'sync-token-expired'
  // Google refuses the webhook address, sometimes with a 401. The grant is still valid.
  if (reason.startsWith('push.')) return 'request-refused'
  if (status === 403) return valueIn(byReason, reason) ?? 'forbidden'
  if (status < 400 || status >= 500) return 'unavailable'
  return byStatus[status] ?? 'request-refused'
}

/** The response that an error of the Google client carries; null when none arrived. */
function answerOf(error: unknown) {
  const { status, headers, data } = fieldsOf(fieldsOf(error)['response'])
  if (typeof status !== 'number') return null
  return {
    status,
    // Google's machine-readable reason, e.g. `rateLimitExceeded`; or empty.
    reason: reasonIn(data),
    retryAfterSeconds:
      headers instanceof Headers ? readRetryAfter(headers.get('retry-after')) : null,
  }
}

function reasonIn(data: unknown): string {
  const { errors } = fieldsOf(fieldsOf(data)['error'])
  const { reason } = fieldsOf(Array.isArray(errors) ? errors[0] : null)
  return typeof reason === 'string' ? reason : ''
}
