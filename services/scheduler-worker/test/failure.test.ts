import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database/connection'
import t from 'tap'
import { failureOf } from '../src/failure.ts'

const pauseSeconds = 3600

t.test('classifies each failure: code, facts and wait', async t => {
  const own = { pauseSeconds: undefined }
  const table: [what: string, error: unknown, code: string, expected: object][] = [
    ['a short outage', new CalendarError('unavailable'), 'calendarError.unavailable', own],
    ['no answer', new CalendarError('timeout'), 'calendarError.timeout', own],
    ['a race with a person', new CalendarError('event-stale'), 'calendarError.event-stale', own],
    ['the plan is being changed', new HouseholdBusyError(), 'status.busy', own],
    ['a fault of ours', new TypeError('x is not a function'), 'status.failed', own],
    [
      'the account may write again in hours',
      new CalendarError('usage-limit'),
      'calendarError.usage-limit',
      { pauseSeconds },
    ],
    [
      'connect again',
      new CalendarError('unauthorized'),
      'calendarError.unauthorized',
      { pauseSeconds },
    ],
    [
      'a box was not ticked',
      new CalendarError('scope-missing'),
      'calendarError.scope-missing',
      { pauseSeconds },
    ],
    [
      'the calendar is gone',
      new CalendarError('calendar-gone'),
      'calendarError.calendar-gone',
      { pauseSeconds: 20 },
    ],
    ['no rights', new CalendarError('forbidden'), 'calendarError.forbidden', { pauseSeconds: 20 }],
  ]
  for (const [what, error, code, expected] of table) {
    const failure = failureOf(error, 1)
    t.match({ pauseSeconds: undefined, ...failure }, { ...expected, code, facts: {} }, what)
    t.notOk(failure.retryAfterSeconds, `${what}: a new request may end the wait`)
  }
  const detailed = new CalendarError('forbidden', { detail: '403 forbidden' })
  const { facts } = failureOf(detailed, 1)
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
