import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import t from 'tap'
import { livingCalendarAt, routine } from '../pull/living-calendar.ts'
import { connectedServer, isQuiet, watchedRadicale } from './connected-server.ts'

const run = promisify(execFile)

/** Debian's python3-caldav, with either of the libraries that its users edit events with. */
const script = `
import sys
import caldav
url, user, password, calendar, uid, title, library = sys.argv[1:]
client = caldav.DAVClient(url=url, username=user, password=password)
event = caldav.Calendar(client=client, url=calendar).event_by_uid(uid)
if library == 'vobject':
    event.vobject_instance.vevent.summary.value = title
else:
    for part in event.icalendar_instance.walk('vevent'):
        part['summary'] = title
event.save()
`

t.test('titles that another person’s client changed', async t => {
  const server = await watchedRadicale(t)
  for (const library of ['vobject', 'icalendar'])
    await t.test(library, async t => {
      const living = await livingCalendarAt(db => connectedServer(server, db), t)
      const { calendarId, eventId, events, nights, settle } = living
      const id = await eventId('2026-11-21')
      const { username, password, url } = server
      const before = await server.person.find(calendarId, id)
      const edit = (title: string) =>
        run('/usr/bin/python3', [
          '-c',
          script,
          url,
          username,
          password,
          calendarId,
          id,
          title,
          library,
        ])

      await edit('[Kim] until nine')
      const { extendedProperties, description } = await server.person.find(calendarId, id)
      t.same(extendedProperties, before.extendedProperties, 'it kept our properties')
      t.equal(description, before.description)
      await settle({ isQuiet })
      t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
      t.ok((await events()).includes(`2026-11-21 [Kim] ${routine}`))

      await edit('[alex]')
      await settle({ isQuiet })
      t.ok((await nights()).includes('2026-11-21 a (locked)'))
    })
})
