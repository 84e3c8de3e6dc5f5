import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database/connection'
import t from 'tap'
import { failureOf } from '../src/failure.ts'

t.test('classifies each failure: code, facts and wait', async t => {
  const table: [error: unknown, code: string, pauseSeconds?: number][] = [
    [new CalendarError('unavailable'), 'calendarError.unavailable'],
    [new CalendarError('timeout'), 'calendarError.timeout'],
    [new CalendarError('event-stale'), 'calendarError.event-stale'],
    [new HouseholdBusyError(), 'status.busy'],
    [new TypeError('x is not a function'), 'status.failed'],
    [new CalendarError('usage-limit'), 'calendarError.usage-limit', 3600],
    [new CalendarError('unauthorized'), 'calendarError.unauthorized', 3600],
    [new CalendarError('scope-missing'), 'calendarError.scope-missing', 3600],
    [new CalendarError('calendar-gone'), 'calendarError.calendar-gone', 20],
    [new CalendarError('forbidden'), 'calendarError.forbidden', 20],
  ]
  for (const [error, code, pauseSeconds] of table) {
    const failure = failureOf(error, 1)
    t.match({ pauseSeconds: undefined, ...failure }, { pauseSeconds, code, facts: {} }, code)
    t.notOk(failure.retryAfterSeconds, `${code}: a new request may end the wait`)
  }
  const { facts } = failureOf(new CalendarError('forbidden', { detail: '403 forbidden' }), 1)
  t.same(facts, { detail: '403 forbidden' })
})

t.test('retries a refusal twice within 90 s, then with back-off', async t => {
  for (const reason of ['forbidden', 'calendar-gone'] as const) {
    const pauses = [1, 2, 3, 20].map(
      attempts => failureOf(new CalendarError(reason), attempts).pauseSeconds ?? 0,
    )
    t.same(pauses, [20, 40, 80, 3600], reason)
  }
})

const asked = (seconds: number) => new CalendarError('rate-limited', { retryAfterSeconds: seconds })

const waitFor = (seconds: number, attempts: number) =>
  failureOf(asked(seconds), attempts).retryAfterSeconds

t.test('waits as the provider asks, and longer when it repeats', async t => {
  t.equal(waitFor(30, 1), 30)
  t.equal(waitFor(0, 1), 1)
  t.equal(waitFor(1, 5), 16)
  t.equal(waitFor(1, 50), 600)
  t.equal(waitFor(7200, 50), 7200)
})
