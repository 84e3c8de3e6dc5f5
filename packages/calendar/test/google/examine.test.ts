import { CalendarError } from '@night-routine/calendar'
import t from 'tap'
import { judgeClient } from '../../src/google/examine.ts'

t.test('the answer to an invalid token shows whether Google knows the client', async t => {
  t.equal(judgeClient(new CalendarError('unauthorized')).state, 'ok', 'it knows us, not the token')
  t.equal(judgeClient(new CalendarError('client-refused')).state, 'problem')
  t.equal(judgeClient(new CalendarError('timeout')).state, 'notice')
  t.equal(judgeClient(undefined).state, 'notice')
})
