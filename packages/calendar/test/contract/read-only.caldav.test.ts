import { connectCalDav } from '@night-routine/calendar'
import { calendarPerson, startRadicale } from '@night-routine/servers/caldav'
import t from 'tap'
import { failure } from '../failure.ts'
import { draftOf } from './subject.ts'

const rights = `
[owner]
user: parents
collection: parents(/.*)?
permissions: RrWw

[reader]
user: guest
collection: parents/family
permissions: r
`

t.test('a calendar that another account only shares for reading', async t => {
  const server = await startRadicale(t.testdir(), { rights })
  t.teardown(() => server.stop())
  const calendarId = await calendarPerson(server).makeCalendar('family')
  const owner = connectCalDav(server)
  const draft = draftOf(calendarId, '2026-12-01')
  const { etag } = await owner.insertEvent(calendarId, draft)

  const url = new URL(calendarId, server.url).href
  const guest = connectCalDav({ url, username: 'guest', password: 'guest' })
  t.match(await guest.listCalendars(), [{ id: calendarId, writable: false }])
  t.equal((await guest.getEvent(calendarId, draft.eventId))?.summary, draft.summary)
  const other = draftOf(calendarId, '2026-12-02')
  t.equal((await failure(guest.insertEvent(calendarId, other))).reason, 'forbidden')
  t.equal((await failure(guest.updateEvent(calendarId, etag, draft))).reason, 'forbidden')
  t.equal((await failure(guest.removeEvent(calendarId, draft.eventId, etag))).reason, 'forbidden')
})
