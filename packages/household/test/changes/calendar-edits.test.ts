import { applyCalendarEdits, bookBabysitter, type CalendarEdit } from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { by, nightOn, now, parentsNight, plain } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'

const sitter = (night: string, name = 'Dana'): CalendarEdit => ({
  night: day(night),
  caregiver: 'babysitter',
  babysitter: { name },
})
const parent = (night: string, caregiver: 'a' | 'b'): CalendarEdit => ({
  night: day(night),
  caregiver,
  babysitter: null,
})

async function household() {
  const living = await livingHousehold()
  const apply = (...edits: CalendarEdit[]) =>
    living.change(trx => applyCalendarEdits(trx, { edits, now }))
  return { ...living, apply }
}

t.test('an edit locks the night, with the calendar as actor', async t => {
  const { db, apply, history, pushRequests } = await household()
  const before = await parentsNight(db, '2026-11-23')
  const to = before.caregiver === 'a' ? 'b' : 'a'
  const requests = await pushRequests()
  const given = await apply(parent('2026-11-23', to))
  t.match(await nightOn(db, '2026-11-23'), { caregiver: to, override: true, reason: 'Override' })
  t.ok(given.changedNights.some(night => night.equals(before.night)))
  t.same(given.refused, [])
  const booked = await apply(sitter('2026-11-23'))
  t.match(await nightOn(db, '2026-11-23'), { babysitter: { name: 'Dana' }, override: true })
  const entries = (await history()).filter(({ change }) => change !== null)
  t.ok(entries.every(({ actorKind, actor }) => actorKind === 'calendar' && actor === null))
  t.match(
    plain(
      entries.filter(
        ({ night, action }) => night?.toString() === '2026-11-23' && action !== 'night-replanned',
      ),
    ),
    [
      { action: 'night-given', change: given.change },
      { action: 'babysitter-booked', change: booked.change },
    ],
  )
  t.ok((await pushRequests()) > requests)
})

t.test('two swapped titles are one change and move no other night', async t => {
  const { db, apply, shown } = await household()
  const nights = await Promise.all(
    ['2026-11-23', '2026-11-24', '2026-11-25'].map(date => parentsNight(db, date)),
  )
  const one = nights.find(({ caregiver }) => caregiver === 'a')
  const other = nights.find(({ caregiver }) => caregiver === 'b')
  const edits = [parent(String(one?.night), 'b'), parent(String(other?.night), 'a')]
  const before = await shown()
  const { changedNights } = await apply(...edits)
  t.equal(changedNights.length, 2)
  const after = await shown()
  t.equal(after.filter(line => !before.includes(line)).length, 2)
})

t.test('of two edits of one night the last one counts', async t => {
  const { db, apply, history } = await household()
  await apply(sitter('2026-11-23', 'Kim'), sitter('2026-11-23'))
  t.match(await nightOn(db, '2026-11-23'), { babysitter: { name: 'Dana' } })
  const booked = (await history()).filter(({ action }) => action === 'babysitter-booked')
  t.equal(booked.length, 1)
})

t.test('an edit that matches the plan changes nothing', async t => {
  const { apply, history, allNights, pushRequests } = await household()
  await apply(sitter('2026-11-23'))
  const before = plain([await history(), await allNights(), await pushRequests()])
  for (let times = 0; times < 3; times++)
    t.same(await apply(sitter('2026-11-23')), { change: null, changedNights: [], refused: [] })
  t.same(await apply(), { change: null, changedNights: [], refused: [] })
  t.same(plain([await history(), await allNights(), await pushRequests()]), before)
})

t.test('a refused edit does not block other edits', async t => {
  const { db, apply } = await household()
  const old = plain(await nightOn(db, '2026-11-14'))
  const { refused } = await apply(
    sitter('2026-11-14'),
    sitter('2026-11-15'),
    sitter('2026-11-23', 'Alex'),
    sitter('2026-11-24', '[Dana]'),
    sitter('2026-11-25'),
  )
  t.same(plain(refused), [
    { night: '2026-11-14', reason: 'too-old' },
    { night: '2026-11-23', reason: 'not-allowed' },
    { night: '2026-11-24', reason: 'not-allowed' },
  ])
  t.same(plain(await nightOn(db, '2026-11-14')), old)
  t.match(await nightOn(db, '2026-11-15'), { babysitter: { name: 'Dana' } })
  t.match(await nightOn(db, '2026-11-25'), { babysitter: { name: 'Dana' } })
})

t.test('an edit locks a night that is no longer planned', async t => {
  const { db, apply } = await household()
  const { refused, changedNights } = await apply(sitter('2027-01-15'))
  t.same(plain([refused, changedNights]), [[], ['2027-01-15']])
  t.match(await nightOn(db, '2027-01-15'), { babysitter: { name: 'Dana' }, override: true })
})

t.test('an edit and a click at once are both in the history, and the later one wins', async t => {
  const { db, change, apply, history } = await household()
  const { id } = await nightOn(db, '2026-11-23')
  await Promise.all([
    apply(sitter('2026-11-23', 'Kim')),
    change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by })),
  ])
  const entries = (await history()).filter(({ action }) => action === 'babysitter-booked')
  t.same(new Set(entries.map(({ after }) => after?.babysitterName)), new Set(['Dana', 'Kim']))
  t.equal((await nightOn(db, '2026-11-23')).babysitter?.name, entries.at(-1)?.after?.babysitterName)
})
