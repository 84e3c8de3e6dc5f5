import { CalendarError, type CalendarErrorReason } from '@night-routine/calendar'
import t from 'tap'
import { classify } from '../../src/google/classify.ts'

const answered = (status: number, reason?: string, headers: Record<string, string> = {}) =>
  Object.assign(new Error('Request failed for family@example.com'), {
    response: {
      status,
      headers: new Headers(headers),
      data: reason === undefined ? 'Bad Gateway' : { error: { errors: [{ reason }] } },
    },
  })

const pause = (value: string) =>
  classify(answered(429, 'rateLimitExceeded', { 'retry-after': value })).retryAfterSeconds

t.test('classifies each response of Google', async t => {
  const table: [number, string | undefined, CalendarErrorReason][] = [
    [302, undefined, 'unavailable'],
    [400, 'invalid', 'request-refused'],
    [401, 'authError', 'unauthorized'],
    [403, 'rateLimitExceeded', 'rate-limited'],
    [403, 'userRateLimitExceeded', 'rate-limited'],
    [403, 'quotaExceeded', 'usage-limit'],
    [403, 'forbidden', 'forbidden'],
    [403, 'requiredAccessLevel', 'forbidden'],
    [403, undefined, 'forbidden'],
    [403, 'constructor', 'forbidden'],
    [403, 'insufficientPermissions', 'scope-missing'],
    [403, 'accessNotConfigured', 'api-disabled'],
    [401, 'push.webhookUrlUnauthorized', 'request-refused'],
    [400, 'push.webhookUrlNotHttps', 'request-refused'],
    [404, 'notFound', 'event-gone'],
    [404, undefined, 'unavailable'],
    [408, undefined, 'timeout'],
    [409, 'duplicate', 'event-exists'],
    [410, 'deleted', 'event-gone'],
    [410, 'updatedMinTooLongAgo', 'event-gone'],
    [410, 'fullSyncRequired', 'sync-token-expired'],
    [410, undefined, 'unavailable'],
    [412, 'conditionNotMet', 'event-stale'],
    [413, undefined, 'request-refused'],
    [429, 'rateLimitExceeded', 'rate-limited'],
    [500, 'backendError', 'unavailable'],
    [502, undefined, 'unavailable'],
    [503, undefined, 'unavailable'],
  ]
  for (const [status, reason, expected] of table) {
    t.equal(classify(answered(status, reason)).reason, expected, `${status} ${reason}`)
  }
})

t.test('the message names no calendar and no person', async t => {
  const error = classify(answered(403, 'forbidden'))
  t.match(error.message, /\(403 forbidden\)$/)
  t.notMatch(error.message, /example\.com/)
  t.equal(error.cause, undefined)
})

t.test('reads both forms of Retry-After', async t => {
  t.equal(pause('30'), 30)
  t.equal(pause('0'), 0)
  t.equal(pause('9'.repeat(40)), 86_400)
  t.equal(pause('soon'), null)
  t.equal(pause('Thu, 01 Jan 1970 00:00:00 GMT'), 0)
  t.equal(pause('Fri, 31 Dec 9999 23:59:59 GMT'), 86_400)
})

t.test('a missing response can be retried', async t => {
  const reset = Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
  t.equal(classify(reset).reason, 'unavailable')
  t.match(classify(reset).message, /ECONNRESET/)
  t.match(classify(new TypeError('fetch failed', { cause: reset })).message, /ECONNRESET/)
  const late = Object.assign(new Error('aborted'), { code: 'TimeoutError' })
  t.equal(classify(late).reason, 'timeout')
  t.equal(classify('nonsense').reason, 'unavailable')
})

t.test('keeps a CalendarError as it is', async t => {
  const error = new CalendarError('unauthorized')
  t.equal(classify(error), error)
})
