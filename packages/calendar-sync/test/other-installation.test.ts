import { eventId, installationMark } from '@night-routine/calendar'
import { readOtherInstallation, takeOverEvents } from '@night-routine/calendar-sync'
import { transaction } from '@night-routine/database/connection'
import t, { type Test } from 'tap'
import { isOfOtherInstallation } from '../src/other-installation.ts'
import { selectFamily } from './connected-provider.ts'
import { date, night, read } from './pull/deciding.ts'
import { livingCalendar, livingCalendarAt } from './pull/living-calendar.ts'
import { now } from './push/pushing.ts'

const own = { installation: 'ours', calendarId: 'family', known: [] }
const ours = { ...read, eventId: eventId({ ...own, night: date, generation: 9 }) }
const theirs = {
  ...read,
  eventId: eventId({ ...own, installation: 'theirs', night: date, generation: 0 }),
}

t.test(
  'tells the events of another installation by their mark, or by an id we never make',
  async t => {
    const moved = { ...ours, startDate: date.add({ days: 1 }) }
    const rows: [string, boolean, typeof read][] = [
      ['an id of ours, from before a backup', false, ours],
      ['moved, with its night', false, { ...moved, properties: { night } }],
      ['moved, without its night', true, moved],
      ['an id we never make', true, theirs],
      ['a night that is no date', true, { ...theirs, properties: { night: '2026-02-30' } }],
      ['a night in the year 0', true, { ...theirs, properties: { night: '0000-01-01' } }],
      ['our mark', false, { ...theirs, properties: { installation: installationMark('ours') } }],
      ['their mark', true, { ...ours, properties: { installation: installationMark('theirs') } }],
      ['removed', false, { ...theirs, status: 'cancelled' }],
      ['an id of no installation', false, { ...theirs, eventId: 'dentist' }],
    ]
    for (const [name, expected, event] of rows)
      t.equal(isOfOtherInstallation(event, own), expected, name)
  },
)

const at = { calendarId: 'family', now }

/** Two installations at one calendar; the second one may take the nights over before its first push. */
async function two(t: Test, { takesOver }: { takesOver: boolean }) {
  const one = await livingCalendar(t)
  const { calendar, control } = one
  const other = await livingCalendarAt(async db => {
    await selectFamily(db)
    const events = await readOtherInstallation(db, calendar, at)
    t.equal(events.length, 6, 'seen before')
    if (takesOver) await transaction(db, trx => takeOverEvents(trx, 'family', events))
    return { calendar, control, calendarId: 'family' }
  }, t)
  return { one, other }
}

t.test('two installations at one calendar are named on both sides', async t => {
  const { one, other } = await two(t, { takesOver: false })
  t.equal((await one.events()).length, 12)
  t.same(await other.notices(), ['other-installation'])
  await one.pull()
  t.same(await one.notices(), ['other-installation'], 'one notice, and none for each night')
  for (const household of [one, other]) t.same((await household.push()).calls, [])

  for (const { eventId: id } of await readOtherInstallation(one.db, one.calendar, at))
    await one.control.removeEvent('family', id)
  await one.pull({ at: now.add({ hours: 24 }) })
  t.same(await one.notices(), [], 'a full read shows that the other one is gone')
  await one.db.deleteFrom('calendar_events').execute()
  t.same(await readOtherInstallation(one.db, one.calendar, at), [], 'nor from a backup')
})

t.test('nights that are taken over are there once', async t => {
  const { one, other } = await two(t, { takesOver: true })
  t.equal((await other.events()).length, 6)
  t.same(await other.notices(), [])
  t.same(await readOtherInstallation(other.db, other.calendar, at), [], 'they are ours now')
  await other.edit('2026-11-21', { summary: '[Kim]' })
  await other.waitUntilIdle()
  t.ok((await other.nights()).includes('2026-11-21 Kim (locked)'))

  const plan = await one.nights()
  await one.pull()
  t.same(await one.notices(), ['other-installation'], 'the earlier one hears of it, if it runs')
  t.same([await one.nights(), (await one.push()).calls], [plan, []], 'and writes nothing')
})
