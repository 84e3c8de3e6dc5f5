import {
  addAbsence,
  bookBabysitter,
  giveNight,
  planRange,
  previewRange,
  readUndoableChanges,
  undoLastChange,
  type RangePlan,
} from '@night-routine/household'
import { by, day, nightOn, now, plain, planAt, shownNight } from '@night-routine/testing/household'
import t from 'tap'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

/** A range whose last nights are beyond the plan, which reaches 19 December. */
const holidays: RangePlan = {
  from: day('2026-12-17'),
  to: day('2027-01-03'),
  pattern: 'turns',
  first: 'b',
}

const isInside = ({ night }: { night: Temporal.PlainDate }) => String(night) >= '2026-12-17'

t.test('a range is one change that locks its nights, also beyond the plan', async t => {
  const { db, change, history, allNights, shown, pushRequests } = await livingHousehold()
  const booked = await nightOn(db, '2026-12-19')
  await change(trx => bookBabysitter(trx, { id: booked.id, babysitter: { name: 'Dana' }, ...by }))
  await change(trx =>
    addAbsence(trx, { parent: 'b', from: day('2026-12-24'), to: day('2026-12-25'), ...by }),
  )
  const [before, requests] = [await shown(), await pushRequests()]
  const foreseen = await previewRange(db, { ...holidays, now })
  t.same(await shown(), before, 'a preview writes nothing')
  t.same(foreseen.kept.map(shownNight), ['2026-12-19 Dana (locked)'])
  t.same(
    plain(foreseen.nights.filter(({ isAway }) => isAway).map(({ night }) => night)),
    ['2026-12-24'],
    'Robin would have one of the two',
  )

  const outcome = await change(trx => planRange(trx, { ...holidays, ...by }))
  const expected = ['17 b', '18 a', '19 Dana', '20 b', '21 a', '22 b', '23 a', '24 b', '25 a']
  t.same(
    (await shown()).filter(night => night >= '2026-12-17').slice(0, 9),
    expected.map(night => `2026-12-${night} (locked)`),
  )
  const planned = (await allNights()).filter(isInside)
  t.same([planned.length, planned.every(({ override }) => override)], [18, true])
  t.same(
    plain(outcome.changedNights.filter(night => String(night) < '2026-12-17')),
    plain(foreseen.changed.filter(each => !isInside(each)).map(({ night }) => night)),
    'the preview knew which other nights move',
  )
  t.ok((await pushRequests()) > requests)

  const entries = (await history()).filter(each => each.change === outcome.change)
  t.match(entries[0], {
    action: 'range-planned',
    night: null,
    after: { from: '2026-12-17', to: '2027-01-03', pattern: 'turns' },
  })
  t.same(
    plain(await change(trx => planRange(trx, { ...holidays, ...by }))),
    plain(outcome),
    'again changes nothing',
  )

  // The plan goes on, and then reaches all of them.
  for (const days of [1, 20]) await planAt(db, now.add({ hours: 24 * days }))
  t.same((await allNights()).filter(isInside).slice(0, 18).map(shownNight), planned.map(shownNight))
})

t.test('one undo takes all of it back', async t => {
  const { change, shown, history } = await livingHousehold()
  const before = await shown()
  const { change: uuid } = await change(trx => planRange(trx, { ...holidays, ...by }))
  t.not((await shown()).length, before.length)
  const entries = (await history()).filter(each => each.change === uuid)
  const undoable = await change(trx => readUndoableChanges(trx, [entries], now))
  t.same([...undoable], [uuid])
  const undone = await change(trx => undoLastChange(trx, by))
  t.equal(undone.restored.length, 18)
  t.same(await shown(), before)
  const again = await change(trx => undoLastChange(trx, { change: uuid ?? '', ...by }))
  t.equal(again.change, undone.change, 'undone once')
})

t.test('without a first parent, the one begins who does not have the night before', async t => {
  const { db, change } = await livingHousehold()
  const { id } = await nightOn(db, '2026-12-16')
  const range: RangePlan = { ...holidays, first: null }
  for (const [to, begins] of [
    ['a', 'b'],
    ['b', 'a'],
  ] as const) {
    await change(trx => giveNight(trx, { id, to, ...by }))
    t.equal((await previewRange(db, { ...range, now })).begins, begins)
  }
})

t.test('last year’s parents have their dates again', async t => {
  const { db } = await livingHousehold()
  const asBefore: RangePlan = { ...holidays, pattern: 'last-year', first: 'a' }
  t.match(await refusalOf(() => previewRange(db, { ...asBefore, now })), { field: 'pattern' })
  t.equal((await previewRange(db, { ...holidays, now })).hasLastYear, false)
  // A year later, the nights of this December are last year's.
  await planAt(db, now.add({ hours: 24 * 10 }))
  const then = now.add({ hours: 24 * 360 })
  const later = { from: day('2027-12-01'), to: day('2027-12-04') }
  const known = await Promise.all(
    ['01', '02', '03', '04'].map(async date => (await nightOn(db, `2026-12-${date}`)).caregiver),
  )
  const { nights } = await previewRange(db, { ...asBefore, ...later, now: then })
  t.same(
    nights.map(({ caregiver }) => caregiver),
    known,
  )
})

t.test('refuses nights that are over, too far ahead, or in the wrong order', async t => {
  const { change, shown } = await livingHousehold()
  const before = await shown()
  for (const [more, field] of [
    [{ from: day('2026-11-19') }, 'from'],
    [{ to: day('2027-11-21') }, 'to'],
    [{ to: day('2026-12-16') }, 'to'],
  ] as const) {
    const refused = await refusalOf(() =>
      change(trx => planRange(trx, { ...holidays, ...by, ...more })),
    )
    t.match(refused, { reason: 'not-allowed', field })
  }
  t.same(await shown(), before)
  const longest = { from: day('2026-11-20'), to: day('2027-11-20') }
  await change(trx => planRange(trx, { ...holidays, ...by, ...longest }))
  t.equal((await shown()).filter(night => night.endsWith('(locked)')).length, 366)
})
