import { calendarPerson, startCyrus } from '@night-routine/servers/caldav'
import t from 'tap'
import { answersOf } from './agreement.ts'
import { served } from './served.ts'

t.test('Cyrus answers the same requests as we do', async t => {
  const cyrus = await startCyrus(process.env)
  t.teardown(() => cyrus.stop())
  const theirs = await answersOf(cyrus, await calendarPerson(cyrus).makeCalendar('nights'))
  const { account, calendarId } = await served(t)
  const same = 'an event of the same id in another file'
  const { [same]: refused, ...ours } = await answersOf(account, calendarId)
  // Cyrus names a rule of invitations there.
  t.match(refused, /^409; .*no-uid-conflict$/)
  t.match(theirs[same], /^403; .*unique-scheduling-object-resource$/)
  t.same({ ...ours, [same]: theirs[same] }, theirs)
})
