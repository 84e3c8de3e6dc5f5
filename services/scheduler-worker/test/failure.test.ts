import { CalendarError } from '@night-routine/calendar'
import { HouseholdBusyError } from '@night-routine/database'
import t from 'tap'
import { failureOf } from '../src/failure.ts'

t.test('each failure is classed once: words, and how long to wait', async t => {
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
    ['the calendar is gone', new CalendarError('calendar-gone'), { pauseSeconds: 3600 }],
    ['no rights', new CalendarError('forbidden'), { pauseSeconds: 3600 }],
  ]
  for (const [what, error, expected] of table) {
    const failure = failureOf(error, 1)
    t.match({ pauseSeconds: undefined, ...failure }, expected, what)
    t.equal(failure.retryAfterSeconds, null, `${what}: a new request may end the wait`)
    t.match(failure.error, /^[A-Z].*\.$|right now$/, `${what}: a sentence`)
    t.notMatch(failure.error, /function|Error/, `${what}: for people`)
  }
})

const asked = (seconds: number) => new CalendarError('rate-limited', { retryAfterSeconds: seconds })

t.test('a wait that the provider asks for is kept, and grows when it repeats', async t => {
  t.equal(failureOf(asked(30), 1).retryAfterSeconds, 30)
  t.equal(failureOf(asked(0), 1).retryAfterSeconds, 1)
  t.equal(failureOf(asked(1), 5).retryAfterSeconds, 16)
  t.equal(failureOf(asked(1), 50).retryAfterSeconds, 600)
  t.equal(failureOf(asked(7200), 50).retryAfterSeconds, 7200)
})
