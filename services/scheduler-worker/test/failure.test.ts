import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database'
import t from 'tap'
import { failureOf } from '../src/failure.ts'

t.test('classifies each failure: text and wait', async t => {
  const own = { retryAfterSeconds: null, pauseSeconds: undefined }
  const table: [what: string, error: unknown, expected: object][] = [
    ['a short outage', new CalendarError('unavailable'), own],
    ['no answer', new CalendarError('timeout'), own],
    ['a race with a person', new CalendarError('event-stale'), own],
    ['the plan is being changed', new HouseholdBusyError(), own],
    ['a fault of ours', new TypeError('x is not a function'), own],
    [
      'the account may write again in hours',
      new CalendarError('usage-limit'),
      { pauseSeconds: 3600 },
    ],
    ['connect again', new CalendarError('unauthorized'), { pauseSeconds: 3600 }],
    ['a box was not ticked', new CalendarError('scope-missing'), { pauseSeconds: 3600 }],
    ['the calendar is gone', new CalendarError('calendar-gone'), { pauseSeconds: 20 }],
    ['no rights', new CalendarError('forbidden'), { pauseSeconds: 20 }],
  ]
  for (const [what, error, expected] of table) {
    const failure = failureOf(error, 1)
    t.match({ pauseSeconds: undefined, ...failure }, expected, what)
    t.equal(failure.retryAfterSeconds, null, `${what}: a new request may end the wait`)
    t.match(failure.error, /^[A-Z].*\.$|right now$/, `${what}: a sentence`)
    t.notMatch(failure.error, /function|Error/, `${what}: for people`)
  }
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

t.test('waits as the provider asks, and longer when it repeats', async t => {
  t.equal(failureOf(asked(30), 1).retryAfterSeconds, 30)
  t.equal(failureOf(asked(0), 1).retryAfterSeconds, 1)
  t.equal(failureOf(asked(1), 5).retryAfterSeconds, 16)
  t.equal(failureOf(asked(1), 50).retryAfterSeconds, 600)
  t.equal(failureOf(asked(7200), 50).retryAfterSeconds, 7200)
})
