import { calendarPerson, startRadicale } from '@night-routine/servers/caldav'
import t from 'tap'
import { answersOf } from './agreement.ts'
import { served } from './served.ts'

t.test('Radicale answers the same requests as we do', async t => {
  const radicale = await startRadicale(t.testdir())
  t.teardown(() => radicale.stop())
  const theirs = await answersOf(radicale, await calendarPerson(radicale).makeCalendar('nights'))
  const { account, calendarId } = await served(t)
  const ours = await answersOf(account, calendarId)
  t.equal(ours['what changed'], '207; a.ics 200 d:getetag; b.ics 404')
  // Radicale answers 201 and 200 there, with which apps go on, too.
  t.same(ours, { ...theirs, 'a change': '204', 'a removal': '204' })
})
