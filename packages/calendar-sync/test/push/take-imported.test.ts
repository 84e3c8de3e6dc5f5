import { CalendarError } from '@night-routine/calendar'
import {
  forgetCalendar,
  readImportedEvents,
  readNotices,
  saveCalendar,
} from '@night-routine/database/calendar'
import { householdTransaction, transaction } from '@night-routine/database/connection'
import { saveImport } from '@night-routine/import'
import { pullCalendar } from '@night-routine/calendar-sync'
import { alex, day, now, planAt, seededDatabase } from '@night-routine/testing/household'
import t, { type Test } from 'tap'
import { connectedProvider, selectFamily } from '../connected-provider.ts'
import { pusher, visible } from './pushing.ts'

const unnamed = { parentA: null, parentB: null, lookAheadDays: 10 }

/** Nora and Elias in turn, with a babysitter each seventh night, as night-routine kept them. */
function theirNights(first: string, count: number) {
  return Array.from({ length: count }, (_, index) => {
    const night = day(first).add({ days: index }).toString()
    const sits = index % 7 === 5
    return {
      night,
      name: sits ? 'Aunt Mila' : index % 2 === 0 ? 'Nora' : 'Elias',
      kind: sits ? ('babysitter' as const) : ('parent' as const),
      reason: sits ? 'Override' : 'Alternating',
      locked: sits,
      eventId: `their${night.replaceAll('-', '')}`,
    }
  })
}

/** A household, and the events that night-routine wrote for these nights to a calendar of Alex. */
async function household(
  t: Test,
  nights = theirNights('2026-11-20', 10),
  { first = unnamed, calendarId = 'family' }: { first?: object; calendarId?: string } = {},
) {
  const db = await seededDatabase(t, first)
  const provider = await connectedProvider(t, db)
  const { control, calendar } = provider
  const write = async () => {
    for (const { night, name, kind, reason, eventId: id } of nights)
      await control.createEvent(calendarId, {
        id,
        summary: `[${name}] 🌃👶Routine`,
        description:
          kind === 'babysitter'
            ? `Night routine handled by babysitter ${name}. Reason: ${reason} [Night Routine]`
            : `Night routine duty assigned to ${name}. Reason: ${reason} [Night Routine]`,
        start: { date: night },
        end: { date: day(night).add({ days: 1 }).toString() },
        extendedProperties: { private: { parent: name, app: 'Night Routine' } },
      })
  }
  const theirs = {
    source: 'night-routine' as const,
    names: { a: 'Nora', b: 'Elias' },
    unavailableWeekdays: { a: [], b: [] },
    settings: {},
    calendar: calendarId === 'family' ? { id: 'family', name: 'Family' } : null,
    nights,
    mayBeOld: false,
    unread: [],
  }
  return {
    db,
    ...provider,
    nights,
    write,
    push: pusher(db, provider),
    pull: () => pullCalendar({ db, calendar, now, check: () => {} }),
    importTheirs: () =>
      householdTransaction(db, trx => saveImport(trx, theirs, { now, actor: alex })),
    live: async (id = 'family') =>
      (await control.events(id)).filter(({ status }) => status !== 'cancelled'),
    notices: async () =>
      (await readNotices(db)).map(({ kind, night }) => `${kind} ${night?.toString()}`),
  }
}

t.test('no event twice, none lost, those ahead are ours, a note of a person stays', async t => {
  const nights = theirNights('2026-11-10', 20)
  const { control, push, pull, write, live, importTheirs, notices } = await household(t, nights)
  await write()
  const noted = nights[14]?.eventId ?? ''
  const theirText = 'Night routine duty assigned to Nora. Reason: Override [Night Routine]'
  await control.editEvent('family', noted, { description: `${theirText}\n\nBring the bear` })
  const before = await live()
  const { plan } = await importTheirs()
  t.equal(plan.past.length, 11, 'tonight, too')
  const { calls } = await push()
  t.same(
    calls.toSorted(),
    Array.from({ length: 20 }, (_, at) => (at < 10 ? 'GET' : 'PATCH')),
  )

  const after = await live()
  const ids = (events: typeof after) => events.map(({ id }) => id).toSorted()
  t.same(ids(after), ids(before), 'the same events')
  const isAhead = ({ start: { date = '' } }: (typeof after)[number]) => date >= '2026-11-20'
  for (const { description = '', extendedProperties } of after.filter(isAhead)) {
    t.equal(extendedProperties?.private?.['app'], 'night-routine')
    t.match(description, /#night/)
    t.notMatch(description, '[Night Routine]')
  }
  t.match(after.find(({ id }) => id === noted)?.description, /#night\n\nBring the bear$/)
  const versions = (events: typeof after) =>
    events.filter(event => !isAhead(event)).map(({ etag }) => etag)
  t.same(versions(after), versions(before), 'the past stays')

  t.same((await push()).calls, [], 'nothing is left to write')
  await pull()
  await importTheirs()
  t.same([(await push()).calls, await notices()], [[], []], 'a pull, and the same import again')
})

t.test('a calendar that is chosen after the import, and another one', async t => {
  const nights = theirNights('2026-11-15', 16)
  const { control, db, push, write, live, importTheirs } = await household(t, nights)
  await write()
  await transaction(db, forgetCalendar)
  await importTheirs()
  t.same((await push()).calls, [])
  const roles = { 'alex@example.com': 'owner' } as const
  await control.saveCalendar({ id: 'second', summary: 'Second', roles })
  const before = await live()
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'second', calendarName: 'Second' }))
  await push()
  t.same(await live(), before, 'which leaves their events alone')
  await selectFamily(db)
  await push()
  t.equal((await live()).length, 16)
  t.ok((await live()).every(({ id }) => id.startsWith('their')))
})

t.test('where our event was there first, theirs goes; a removed one is written again', async t => {
  const first = { parentA: 'Nora', parentB: 'Elias', lookAheadDays: 10 }
  const { control, db, push, write, live, importTheirs } = await household(t, undefined, { first })
  await planAt(db, now)
  await push({ maxCalls: 9 })
  await write()
  await control.removeEvent('family', 'their20261129')
  await importTheirs()
  await push()
  t.equal((await live()).length, 10)
  t.notOk((await live()).some(({ id }) => id.startsWith('their')))
  t.same(await readImportedEvents(db, 'family', day('2026-11-20')), [])
})

t.test('an edit, an end and a failure between the look and the write', async t => {
  const home = await household(t)
  const { control, calendar, db, live, nights, notices, pull, push, write, importTheirs } = home
  await write()
  await importTheirs()
  const [edited, failing] = [nights[4]?.eventId ?? '', nights[9]?.eventId]
  const odd = {
    ...calendar,
    async getEvent(calendarId: string, eventId: string) {
      if (eventId === failing) throw new CalendarError('request-refused')
      const event = await calendar.getEvent(calendarId, eventId)
      if (eventId === edited)
        await control.editEvent('family', edited, { summary: '[Grandma] 🌃👶Routine' })
      return event
    },
  }
  await push({ calendar: odd, maxCalls: 7 })
  await t.rejects(push({ calendar: odd }), { name: 'CalendarError' })
  t.same(await notices(), ['night-refused 2026-11-29'])
  for (const next of [pull, push, push]) await next()
  const titles = visible(await live())
  t.ok(titles.includes('2026-11-24 [Grandma] 🌃👶Routine'))
  t.equal(titles.length, 10)
  t.same([(await push()).calls, await notices()], [[], []])
  t.equal((await db.selectFrom('calendar_events').selectAll().execute()).length, 10)
})

t.test('the main calendar, where none was chosen there', async t => {
  const calendarId = 'alex@example.com'
  const { db, push, write, live, importTheirs } = await household(t, undefined, { calendarId })
  await write()
  await transaction(db, trx => saveCalendar(trx, { calendarId, calendarName: 'Alex' }))
  await importTheirs()
  await push()
  t.equal((await live(calendarId)).length, 10)
})
