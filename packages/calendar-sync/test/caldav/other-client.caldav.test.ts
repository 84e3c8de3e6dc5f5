import { editWithPython } from '@night-routine/servers/caldav'
import t from 'tap'
import { livingCalendarAt, routine } from '../pull/living-calendar.ts'
import { connectedServer, isQuiet, watchedRadicale } from './connected-server.ts'

t.test('titles that another person’s client changed', async t => {
  const server = await watchedRadicale(t)
  for (const library of ['vobject', 'icalendar'] as const)
    await t.test(library, async t => {
      const living = await livingCalendarAt(db => connectedServer(server, db), t)
      const { calendarId, eventId, events, nights, waitUntilIdle } = living
      const id = await eventId('2026-11-21')
      const before = await server.person.find(calendarId, id)
      const edit = (title: string) => editWithPython(server, { calendarId, id, title, library })

      await edit('[Kim] until nine')
      const { extendedProperties, description } = await server.person.find(calendarId, id)
      t.same(extendedProperties, before.extendedProperties, 'it kept our properties')
      t.equal(description, before.description)
      await waitUntilIdle({ isQuiet })
      t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
      t.ok((await events()).includes(`2026-11-21 [Kim] ${routine}`))

      await edit('[alex]')
      await waitUntilIdle({ isQuiet })
      t.ok((await nights()).includes('2026-11-21 a (locked)'))
    })
})
