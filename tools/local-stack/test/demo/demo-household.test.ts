import { readCalendar } from '@night-routine/database/calendar'
import {
  readAbsences,
  readHistory,
  readNightNote,
  readNights,
  readNightWeight,
  readOpenAsks,
  readRepeatingAbsences,
} from '@night-routine/database/nights'
import { readParentsByEmail } from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import root, { type Test } from 'tap'
import { makeDemoHousehold } from '../../src/demo/demo-household.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const first = { parentA: 'Alex', parentB: 'Robin', timeZone: 'Europe/Paris', lookAheadDays: 30 }
const calendar = { calendarId: 'family', calendarName: 'Family' }
const options = { first, now, seed: 'night-routine', calendar }

/** The year that both tests look at: to live it takes longer than anything else here. */
let lived: ReturnType<typeof demo> | undefined

async function demo(test: Test) {
  const { db } = await testDatabase(test)
  const made = await makeDemoHousehold(db, options)
  const all = () =>
    readNights(db, Temporal.PlainDate.from('2025-01-01'), Temporal.PlainDate.from('2028-01-01'))
  const shown = async () =>
    (await all()).map(
      ({ night, caregiver, babysitter, override }) =>
        `${night.toString()} ${babysitter?.name ?? caregiver} ${override}`,
    )
  return { db, made, all, shown }
}

const day = (text: string) => Temporal.PlainDate.from(text)

root.test('a year of nights, fair, with everything that happens in a household', async t => {
  const { db, made, all } = await (lived ??= demo(root))
  t.equal(made, true)
  const nights = await all()
  t.equal(nights[0]?.night.toString(), '2025-11-20')
  t.equal(nights.at(-1)?.night.toString(), '2026-12-19')
  t.equal(nights.length, 395, 'no night is missing')
  const of = (caregiver: string | null) =>
    nights.filter(night => night.caregiver === caregiver).length
  t.ok(Math.abs(of('a') - of('b')) <= 6, `${of('a')} and ${of('b')}`)
  t.ok(of('babysitter') >= 10, `${of('babysitter')} nights of babysitters`)
  t.equal(of(null), 0)

  const entries = await readHistory(db, { limit: 10_000 })
  const actions = new Set(entries.map(({ action }) => action))
  for (const action of [
    'nights-planned',
    'night-replanned',
    'babysitter-booked',
    'night-given',
    'nights-swapped',
    'night-unlocked',
    'change-undone',
    'absence-added',
    'settings-changed',
  ])
    t.ok(actions.has(action), action)
  t.same([...new Set(entries.map(({ actorKind }) => actorKind))].toSorted(), [
    'calendar',
    'person',
    'schedule',
  ])
  t.equal((await readAbsences(db)).length > 0, true)
  t.match(await readRepeatingAbsences(db), [{ parent: 'b', weekdays: [2], everyWeeks: 2 }])
  t.equal(await readNightWeight(db, day('2026-11-27')), 2)
  t.match(await readNightNote(db, day('2026-11-21')), { note: 'Bath first, medicine at 19:30' })
  t.match(await readOpenAsks(db), [{ parent: 'b', word: 'Choir until nine' }])
})

root.test('the parents have chosen a calendar, so that a sign-in lands on the plan', async t => {
  const { db } = await (lived ??= demo(root))
  t.same(await readCalendar(db), calendar)
  t.same(Object.fromEntries(await readParentsByEmail(db)), {
    'alex@example.com': 'a',
    'robin@example.com': 'b',
  })
  const { db: own } = await testDatabase(t)
  await makeDemoHousehold(own, { ...options, seed: 'another', calendar: null })
  t.equal(await readCalendar(own), undefined, 'on a server of one’s own the set-up comes first')
})

root.test('the same seed gives the same year, and a second start changes nothing', async t => {
  const one = await (lived ??= demo(root))
  const other = await demo(t)
  t.same(await one.shown(), await other.shown())
  const later = now.add({ hours: 24 * 40 })
  t.equal(await makeDemoHousehold(one.db, { ...options, now: later, seed: 'another' }), false)
  t.same(await one.shown(), await other.shown())
})
