import { readOtherInstallation, takeOverEvents } from '@night-routine/calendar-sync'
import { transaction, type Database } from '@night-routine/database/connection'
import t, { type Test } from 'tap'
import { livingCalendarAt } from '../pull/living-calendar.ts'
import { now } from '../push/pushing.ts'
import { connectedServer, isQuiet, watchedRadicale } from './connected-server.ts'

/** Two installations at one calendar; the second one does what is given before its first push. */
async function two(
  t: Test,
  first: (db: Database, connected: Awaited<ReturnType<typeof connectedServer>>) => Promise<void>,
) {
  const server = await watchedRadicale(t)
  const one = await livingCalendarAt(db => connectedServer(server, db), t)
  const { calendarId } = one
  const other = await livingCalendarAt(async db => {
    const connected = await connectedServer(server, db, calendarId)
    await first(db, connected)
    return connected
  }, t)
  return { one, other }
}

const at = (calendarId: string) => ({ calendarId, now })

t.test('two installations at one calendar are named on both sides', async t => {
  const { one, other } = await two(t, async (db, { calendar, calendarId }) => {
    t.equal((await readOtherInstallation(db, calendar, at(calendarId))).length, 6, 'seen before')
  })
  t.equal((await one.events()).length, 12)
  t.same(await other.notices(), ['other-installation'])
  await one.pull()
  t.same(await one.notices(), ['other-installation'], 'one notice, and none for each night')
  for (const household of [one, other]) t.same((await household.push()).calls, [])

  const later = now.add({ hours: 24 })
  const ours = new Set(await Promise.all(nights.map(night => one.eventId(night))))
  for (const { id } of await one.server.person.events(one.calendarId))
    if (!ours.has(id)) await one.server.person.removeEvent(one.calendarId, id)
  await one.pull({ at: later })
  t.same(await one.notices(), [], 'a full read shows that the other one is gone')
})

t.test('nights that are taken over are there once', async t => {
  const { one, other } = await two(t, async (db, { calendar, calendarId }) => {
    const events = await readOtherInstallation(db, calendar, at(calendarId))
    await transaction(db, trx => takeOverEvents(trx, calendarId, events))
  })
  t.equal((await other.events()).length, 6)
  t.same(await other.notices(), [])
  const { db, calendar, calendarId } = other
  t.same(await readOtherInstallation(db, calendar, at(calendarId)), [], 'they are ours now')
  await other.edit('2026-11-21', { summary: '[Kim]' })
  await other.waitUntilIdle({ isQuiet })
  t.ok((await other.nights()).includes('2026-11-21 Kim (locked)'))

  const plan = await one.nights()
  await one.pull()
  t.same(
    await one.notices(),
    ['other-installation'],
    'the earlier one gets a notice, if it still runs',
  )
  t.same(
    [await one.nights(), (await one.push()).calls],
    [plan, []],
    'and does not write against it',
  )
})

t.test('a household from its backup is no other installation', async t => {
  const server = await watchedRadicale(t)
  const living = await livingCalendarAt(db => connectedServer(server, db), t)
  const { calendar, calendarId, db } = living
  await db.deleteFrom('calendar_events').execute()
  t.same(await readOtherInstallation(db, calendar, at(calendarId)), [])
  const { body } = await server.person.find(
    calendarId,
    (await server.person.events(calendarId))[0]?.id ?? '',
  )
  const bare = body.replaceAll(/X-NIGHT-ROUTINE[^\r]*\r\n(?: [^\r]*\r\n)*/g, '')
  const name = /UID:(\S+)/.exec(body)?.[1] ?? ''
  await server.person.put(calendarId, `${name}.ics`, bare)
  t.same(
    await readOtherInstallation(db, calendar, at(calendarId)),
    [],
    'nor without our properties',
  )
})

const nights = [20, 21, 22, 23, 24, 25].map(day => `2026-11-${day}`)
