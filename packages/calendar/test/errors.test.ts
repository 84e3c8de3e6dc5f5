import { CalendarError, SignInError } from '@night-routine/calendar'
import t from 'tap'

t.test('an error has a class for programs, and a code with facts for people', async t => {
  const error = new CalendarError('rate-limited', { detail: '429', retryAfterSeconds: 30 })
  t.ok(error instanceof Error)
  t.equal(error.name, 'CalendarError')
  t.equal(error.class, 'retry')
  t.equal(error.reason, 'rate-limited')
  t.equal(error.code, 'calendarError.rate-limited')
  t.same(error.facts, { detail: '429' })
  t.equal(error.message, 'rate-limited (429)')
  t.equal(error.retryAfterSeconds, 30)
  t.equal(new CalendarError('timeout').message, 'timeout')
  t.same(new CalendarError('timeout').facts, {})
  t.equal(new CalendarError('timeout').retryAfterSeconds, null)
})

t.test('a failed sign-in has a code, with details for operators only', async t => {
  const error = new SignInError('denied')
  t.equal(error.name, 'SignInError')
  t.equal(error.reason, 'denied')
  t.equal(error.code, 'signIn.denied')
  t.equal(error.message, 'denied')
  t.equal(new SignInError('refused', 'invalid_grant').message, 'refused (invalid_grant)')
})
