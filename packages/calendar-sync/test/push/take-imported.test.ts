import { CalendarError } from '@night-routine/calendar'
import {
  forgetCalendar,
  readCalendarEvents,
  readImportedEvents,
  readNotices,
  saveCalendar,
} from '@night-routine/database/calendar'
import {
  householdTransaction,
  transaction,
  type Database,
} from '@night-routine/database/connection'
import { saveImport } from '@night-routine/import'
import { pullCalendar } from '@night-routine/calendar-sync'
import { alex, day, now, planAt, seededDatabase } from '@night-routine/testing/household'
import t, { type Test } from 'tap'
import { connectedProvider } from '../connected-provider.ts'
import { theirHousehold, theirNights, writeTheirEvents } from './imported.ts'
import { pusher, visible } from './pushing.ts'

const by = { now, actor: alex }
const importHousehold = (db: Database, theirs: ReturnType<typeof theirHousehold>, as: typeof by) =>
  householdTransaction(db, trx => saveImport(trx, theirs, as))
const unnamed = { parentA: null, parentB: null, lookAheadDays: 30 }

async function household(t: Test, first = unnamed as Parameters<typeof seededDatabase>[1]) {
  const db = await seededDatabase(t, first)
  const provider = await connectedProvider(t, db)
  const { control, calendar, emulator } = provider
  return {
    db,
    ...provider,
    push: pusher(db, provider),
    pull: () => pullCalendar({ db, calendar, now, check: () => {} }),
    wrote: (nights: Parameters<typeof writeTheirEvents>[1]) => writeTheirEvents(emulator, nights),
    shown: async () => visible(await control.events('family')),
    live: async () =>
      (await control.events('family')).filter(({ status }) => status !== 'cancelled'),
  }
}

t.test('two years of nights: no event twice, none lost, those ahead are ours', async t => {
  const family = await household(t)
  const { db, control, push, pull, wrote, live } = family
  const nights = theirNights('2024-12-20', 730)
  t.equal(nights.at(-1)?.night, '2026-12-19', 'the last one is the 30th from tonight')
  await wrote(nights)
  const before = await live()

  const { plan } = await importHousehold(db, theirHousehold(nights), by)
  const { calls } = await push()
  t.equal(calls.length, 60, 'a look and a write for each night ahead')
  t.equal(plan.past.length, 701)

  const after = await live()
  t.equal(after.length, before.length, 'the same count of events')
  t.same(
    after.map(({ id }) => id).toSorted(),
    before.map(({ id }) => id).toSorted(),
    'the same events',
  )
  const dates = after.map(({ start: { date } }) => date)
  t.equal(new Set(dates).size, dates.length, 'no night has two')
  const ahead = after.filter(({ start: { date = '' } }) => date >= '2026-11-20')
  t.equal(ahead.length, 30)
  t.ok(
    ahead.every(
      ({ extendedProperties, description = '' }) =>
        extendedProperties?.private?.['app'] === 'night-routine' &&
        description.endsWith('#night') &&
        !description.includes('[Night Routine]'),
    ),
    'in our form',
  )
  const past = after.filter(({ start: { date = '' } }) => date < '2026-11-20')
  t.ok(
    past.every(({ etag, id }) => before.find(one => one.id === id)?.etag === etag),
    'the past stays',
  )
  t.same([...new Set(calls)].toSorted(), ['GET', 'PATCH'])

  t.same((await push()).calls, [], 'nothing is left to write')
  await pull()
  t.same((await push()).calls, [], 'a pull finds nothing strange')
  t.same(
    (await readNotices(db)).map(({ kind }) => kind),
    [],
  )
  await importHousehold(db, theirHousehold(nights), by)
  await control.clearRequests()
  t.same((await push()).calls, [], 'the same import again')
})

t.test('a calendar that is chosen after the import', async t => {
  const { db, push, wrote, shown, live } = await household(t)
  const nights = theirNights('2026-11-15', 36)
  await wrote(nights)
  await transaction(db, forgetCalendar)
  await importHousehold(db, theirHousehold(nights), by)
  t.same((await push()).calls, [])
  const calendar = { calendarId: 'family', calendarName: 'Family' }
  await transaction(db, trx => saveCalendar(trx, calendar))
  await push()
  t.equal((await shown()).length, 36)
  t.equal(
    (await live()).filter(({ id }) => id.startsWith('their')).length,
    36,
    'also one after the look-ahead',
  )
})

t.test('another calendar leaves their events alone', async t => {
  const { db, control, push, wrote, shown } = await household(t)
  await control.saveCalendar({
    id: 'second',
    summary: 'Second',
    roles: { 'alex@example.com': 'owner' },
  })
  await transaction(db, trx => saveCalendar(trx, { calendarId: 'second', calendarName: 'Second' }))
  const nights = theirNights('2026-11-20', 30)
  await wrote(nights)
  const before = await shown()
  await importHousehold(db, theirHousehold(nights), by)
  t.equal((await push()).calls.filter(call => call === 'POST').length, 30)
  t.same(await shown(), before)
})

t.test('where our event was there first, theirs goes', async t => {
  const named = { parentA: 'Nora', parentB: 'Elias', lookAheadDays: 30 }
  const { db, push, wrote, shown, live } = await household(t, named)
  await planAt(db, now)
  await push()
  await wrote(theirNights('2026-11-20', 30))
  t.equal((await shown()).length, 60)
  await importHousehold(db, theirHousehold(theirNights('2026-11-20', 30)), by)
  await push()
  t.equal((await shown()).length, 30)
  t.notOk((await live()).some(({ id }) => id.startsWith('their')))
  t.same(await readImportedEvents(db, 'family', day('2026-11-20')), [])
})

t.test('an event that is gone is written again, and a note of a person stays', async t => {
  const { db, control, push, wrote, live } = await household(t)
  const nights = theirNights('2026-11-20', 30)
  await wrote(nights)
  const [gone, noted] = [nights[3]?.eventId ?? '', nights[4]?.eventId ?? '']
  await control.removeEvent('family', gone)
  const description = `Night routine duty assigned to Nora. Reason: Override [Night Routine]\n\nBring the bear`
  await control.editEvent('family', noted, { description })
  await importHousehold(db, theirHousehold(nights), by)
  await push()
  const events = await live()
  t.equal(events.length, 30)
  t.notOk(events.some(({ id }) => id === gone))
  t.match(events.find(({ id }) => id === noted)?.description, /#night\n\nBring the bear$/)
})

t.test('an edit between the look and the write is followed', async t => {
  const { db, control, calendar, push, pull, wrote, shown } = await household(t)
  const nights = theirNights('2026-11-20', 30)
  await wrote(nights)
  await importHousehold(db, theirHousehold(nights), by)
  const edited = nights[8]?.eventId ?? ''
  const slow = {
    ...calendar,
    async getEvent(calendarId: string, eventId: string) {
      const event = await calendar.getEvent(calendarId, eventId)
      if (eventId === edited)
        await control.editEvent('family', edited, { summary: '[Grandma] 🌃👶Routine' })
      return event
    },
  }
  await push({ calendar: slow })
  await pull()
  await push()
  const titles = await shown()
  t.ok(titles.includes('2026-11-28 [Grandma] 🌃👶Routine'))
  t.equal(titles.length, 30)
})

t.test(
  'a push that ends in between is continued, and a failing event does not become two',
  async t => {
    const { db, calendar, push, wrote, shown } = await household(t)
    const nights = theirNights('2026-11-20', 30)
    await wrote(nights)
    await importHousehold(db, theirHousehold(nights), by)
    await push({ maxCalls: 20 })
    const failing = nights[29]?.eventId
    const broken = {
      ...calendar,
      async getEvent(calendarId: string, eventId: string) {
        if (eventId === failing) throw new CalendarError('request-refused')
        return calendar.getEvent(calendarId, eventId)
      },
    }
    await t.rejects(push({ calendar: broken }), { name: 'CalendarError' })
    t.equal((await shown()).length, 30)
    t.same(
      (await readNotices(db)).map(({ kind, night }) => `${kind} ${night?.toString()}`),
      ['night-refused 2026-12-19'],
    )
    await push()
    await push()
    t.equal((await shown()).length, 30)
    t.equal((await readCalendarEvents(db, 'family')).length, 30)
    t.same((await push()).calls, [])
  },
)

t.test('the main calendar, where none was chosen there', async t => {
  const { db, control, push, emulator } = await household(t)
  const nights = theirNights('2026-11-20', 30)
  const main = 'alex@example.com'
  await writeTheirEvents(emulator, nights, main)
  await transaction(db, trx => saveCalendar(trx, { calendarId: main, calendarName: 'Alex' }))
  await importHousehold(db, theirHousehold(nights, null), by)
  await push()
  t.equal(visible(await control.events(main)).length, 30)
})
