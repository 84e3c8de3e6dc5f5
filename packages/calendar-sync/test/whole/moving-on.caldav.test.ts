import { openCalendarProvider, ownCalendarId } from '@night-routine/calendar'
import { calendarAccess, leaveOwn, ownEvents, selectOwn } from '@night-routine/calendar-sync'
import { dismissNotice, readCalendarEvents, readNotices } from '@night-routine/database/calendar'
import { householdTransaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readHistory, readNightNotes, readNights } from '@night-routine/database/nights'
import { giveNight, noteNight } from '@night-routine/household'
import t, { type Test } from 'tap'
import { alex, nightOn, shownNight } from '@night-routine/testing/household'
import { connectedServer, watchedRadicale } from '../caldav/connected-server.ts'
import { keys } from '../connected-provider.ts'
import { visible } from '../push/pushing.ts'
import { wholeHousehold } from './whole-household.ts'

/** A household with the own calendar, the emulated one of Google, and one at Radicale. */
async function threeCalendars(t: Test) {
  const household = await wholeHousehold(t)
  const { calls, control, db, now, select, waitUntilIdle } = household
  const server = await connectedServer(await watchedRadicale(t), db)
  const own = calendarAccess({
    db,
    keys,
    provider: openCalendarProvider({ CALENDAR: 'own', PUBLIC_URL: 'http://localhost' }),
    now: () => Temporal.Now.instant(),
  })
  const from = await household.tonight()
  const providers = { own, google: calls.calendar, server: server.calendar }
  type Place = keyof typeof providers
  const shown = {
    own: async () =>
      (await own.listOurEvents(ownCalendarId, { from })).map(event => ({
        ...event,
        start: { date: String(event.startDate) },
      })),
    google: async () => control.events('family'),
    server: async () => server.control.events(server.calendarId),
  }
  return {
    ...household,
    from,
    /** "2026-11-20 [Alex] …", from tonight on. */
    nightsIn: async (place: Place) =>
      visible(await shown[place]()).filter(line => line >= from.toString()),
    /** Another provider in the settings; its worker starts. */
    change: async (place: Place) => {
      calls.calendar = providers[place]
      const settle = place === 'own' ? selectOwn : leaveOwn
      await householdTransaction(db, trx => settle(trx, now()))
      for (const kind of ['pull', 'push'] as const) await requestJob(db, kind)
      await waitUntilIdle()
    },
    choose: async (place: Place) => {
      await select(place === 'google' ? 'family' : server.calendarId)
      await waitUntilIdle()
    },
    kept: async () => ({
      nights: (await readNights(db, from.subtract({ days: 9 }), from.add({ days: 9 }))).map(
        shownNight,
      ),
      notes: [...(await readNightNotes(db, { from, to: from.add({ days: 9 }) }))],
      history: (await readHistory(db, { limit: 1000 })).toReversed().map(({ id }) => id),
    }),
    /** The notices, which a person then dismisses. */
    told: async () => {
      const notices = await readNotices(db)
      for (const { id } of notices) await dismissNotice(db, id, now())
      return notices.map(({ kind, data }) => ({ kind, ...data }))
    },
  }
}

t.test('to Google and a server, and back: nothing is lost, and nothing stands twice', async t => {
  const household = await threeCalendars(t)
  const { change, choose, db, kept, nightsIn, now, told, waitUntilIdle } = household
  const events = ownEvents(db)
  const stands = async (place: Parameters<typeof nightsIn>[0]) =>
    t.equal((await nightsIn(place)).length, 8, `${place} has one event a night`)

  await change('own')
  await stands('own')
  t.match(await told(), [{ kind: 'left-behind', calendarName: 'Family', eventsLeft: 8 }])
  const [given, edited] = [await nightOn(db, '2026-11-22'), await nightOn(db, '2026-11-24')]
  const other = ({ caregiver }: typeof given) => (caregiver === 'a' ? 'b' : 'a')
  const by = { now: now(), actor: alex }
  await householdTransaction(db, async trx => {
    await giveNight(trx, { id: given.id, to: other(given), ...by })
    await noteNight(trx, { id: given.id, note: 'Swimming', shared: true, ...by })
  })
  await waitUntilIdle()
  await events.put({ uid: 'doctor', name: 'doctor.ics', text: 'BEGIN:VCALENDAR' }, null)

  // The last thing in a calendar app before the calendar is chosen.
  const [known] = await readCalendarEvents(db, ownCalendarId, edited.night)
  const event = await events.find({ uid: known?.eventId ?? '' })
  if (event === undefined) throw new Error('the night has no event')
  const name = other(edited) === 'a' ? 'Alex' : 'Robin'
  await events.put({ ...event, text: event.text.replace(/\[\w+\]/, `[${name}]`) }, event.version)
  await change('google')
  await choose('google')
  t.match(await nightOn(db, '2026-11-24'), { caregiver: other(edited), override: true })
  t.same(await nightsIn('own'), [])
  t.same(await told(), [])

  const before = await kept()
  for (const place of ['own', 'server', 'own', 'google', 'own', 'server'] as const) {
    const was = await nightsIn('own')
    await change(place)
    if (place !== 'own') {
      t.same([await nightsIn('own'), await told()], [was, []], 'until a calendar is chosen')
      await choose(place)
      t.same(await nightsIn('own'), [])
    }
    await stands(place)
    const { nights, notes, history } = await kept()
    t.same([nights, notes], [before.nights, before.notes], 'the plan is the same')
    t.same(history.slice(0, before.history.length), before.history)
    t.equal((await told()).length, place === 'own' ? 1 : 0)
  }
  t.ok(await events.find({ uid: 'doctor' }), 'a person’s own event stays')
})
