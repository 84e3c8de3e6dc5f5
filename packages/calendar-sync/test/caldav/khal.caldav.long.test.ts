import { khalPerson, type WatchedServer } from '@night-routine/servers/caldav'
import t, { type Test } from 'tap'
import { livingCalendarAt, routine } from '../pull/living-calendar.ts'
import { connectedServer, isQuiet, watchedRadicale } from './connected-server.ts'

t.test('titles that another person changed in a terminal', async t => {
  const server = await watchedRadicale(t)
  await t.test('vdirsyncer and khal', async t => checkTitles(t, server))
})

async function checkTitles(t: Test, server: WatchedServer) {
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  const { calendarId, eventId, events, nights, waitUntilIdle } = living
  const id = await eventId('2026-11-21')
  const before = await server.person.find(calendarId, id)
  const person = await khalPerson(t.testdir(), server, { calendarId, inherited: process.env })

  await person.sync()
  await person.edit(id, '[Kim] until nine')
  await person.sync()
  const { summary, extendedProperties } = await server.person.find(calendarId, id)
  t.equal(summary, '[Kim] until nine')
  t.same(extendedProperties, before.extendedProperties, 'they kept our properties')
  await waitUntilIdle({ isQuiet })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  t.ok((await events()).includes(`2026-11-21 [Kim] ${routine}`))

  await person.sync()
  await person.edit(id, '[alex]')
  await person.sync()
  await waitUntilIdle({ isQuiet })
  t.ok((await nights()).includes('2026-11-21 a (locked)'))
}
