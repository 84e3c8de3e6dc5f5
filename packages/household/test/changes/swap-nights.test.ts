import { giveNight, previewSwap, swapNights, undoLastChange } from '@night-routine/household'
import type { Database } from '@night-routine/database/connection'
import t from 'tap'
import { by, nightOn, now, parentsNight, plain, shownNight } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

/** The first nights of Alex and of Robin from 23 November on. */
async function twoNights(db: Database) {
  const nights = await Promise.all(
    ['2026-11-23', '2026-11-24', '2026-11-25', '2026-11-26'].map(date => parentsNight(db, date)),
  )
  const one = nights.find(({ caregiver }) => caregiver === 'a')
  const other = nights.find(({ caregiver }) => caregiver === 'b')
  if (!one || !other) throw new Error('four nights in a row are of one parent')
  return { one, other, swap: { id: one.id, otherId: other.id, ...by } }
}

t.test('a swap is one change that locks both nights and moves no other', async t => {
  const { db, change, history, allNights } = await livingHousehold()
  const { one, other, swap } = await twoNights(db)
  const elsewhere = async () =>
    (await allNights()).filter(({ id }) => id !== one.id && id !== other.id).map(shownNight)
  const before = await elsewhere()
  const outcome = await change(trx => swapNights(trx, swap))
  t.match(outcome.nights, [
    { caregiver: 'b', override: true },
    { caregiver: 'a', override: true },
  ])
  t.same(
    plain(outcome.nights),
    plain([await nightOn(db, one.night.toString()), await nightOn(db, other.night.toString())]),
  )
  const entries = (await history()).filter(({ change: uuid }) => uuid === outcome.change)
  t.same(
    entries.filter(({ action }) => action === 'nights-swapped').map(({ night }) => String(night)),
    [one.night.toString(), other.night.toString()],
  )
  t.same(await elsewhere(), before)
  t.same(
    plain(outcome.changedNights),
    plain(
      [one.night, other.night].toSorted((first, second) =>
        Temporal.PlainDate.compare(first, second),
      ),
    ),
  )
})

t.test('the same swap again, from either side, has the same result', async t => {
  const { db, change, history } = await livingHousehold()
  const { swap } = await twoNights(db)
  const first = await change(trx => swapNights(trx, swap))
  const entries = (await history()).length
  t.equal(first.stoodAlready, false)
  const again = { ...first, stoodAlready: true }
  t.same(plain(await change(trx => swapNights(trx, swap))), plain(again), 'and says so')
  const { id, otherId } = swap
  const mirrored = await change(trx => swapNights(trx, { ...swap, id: otherId, otherId: id }))
  t.equal(mirrored.change, first.change)
  t.equal((await history()).length, entries)
})

t.test('swapped nights that changed since cannot be swapped again', async t => {
  const { db, change } = await livingHousehold()
  const { one, swap } = await twoNights(db)
  await change(trx => swapNights(trx, swap))
  await change(trx => giveNight(trx, { id: one.id, to: 'a', ...by }))
  t.match(await refusalOf(() => change(trx => swapNights(trx, swap))), {
    reason: 'not-swappable',
    field: 'id',
  })
})

t.test('a refused swap writes nothing', async t => {
  const { db, change, history, allNights } = await livingHousehold()
  const { one, swap } = await twoNights(db)
  const old = await nightOn(db, '2026-11-14')
  const before = plain([await allNights(), await history()])
  const refused = (more: Partial<typeof swap>) =>
    refusalOf(() => change(trx => swapNights(trx, { ...swap, ...more })))
  t.match(await refused({ otherId: 999n }), { reason: 'unknown-night', field: 'otherId' })
  t.match(await refused({ otherId: old.id }), { reason: 'too-old', field: 'otherId' })
  t.match(await refused({ id: old.id }), { reason: 'too-old', field: 'id' })
  t.match(await refused({ otherId: one.id }), { reason: 'not-swappable' })
  t.same(plain([await allNights(), await history()]), before)
})

t.test('of two simultaneous swaps of one night, exactly one succeeds', async t => {
  const { db, change, allNights } = await livingHousehold()
  const { one, swap } = await twoNights(db)
  const third = (await allNights()).find(
    ({ id, caregiver, night }) =>
      caregiver === 'b' && id !== swap.otherId && night.toString() > '2026-11-26',
  )
  const results = await Promise.allSettled([
    change(trx => swapNights(trx, swap)),
    change(trx => swapNights(trx, { ...swap, otherId: third?.id ?? 0n })),
  ])
  t.same(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const locked = (await allNights()).filter(({ override }) => override)
  t.equal(locked.length, 2)
  t.ok(locked.some(({ id }) => id === one.id))
})

t.test('a preview names the nights that each swap moves, and writes nothing', async t => {
  const { db, change, allNights, shown } = await livingHousehold()
  const night = await parentsNight(db, '2026-11-24')
  const others = (await allNights()).filter(
    each =>
      each.night.toString() > '2026-11-20' &&
      each.caregiver !== null &&
      each.caregiver !== night.caregiver,
  )
  const before = await shown()
  let moving = 0
  for (const other of others) {
    const swap = { id: night.id, otherId: other.id }
    const { nights, changed } = await previewSwap(db, { ...swap, now })
    t.same(await shown(), before)
    t.same(
      nights.map(each => each.id),
      [night.id, other.id],
    )
    const outcome = await change(trx => swapNights(trx, { ...swap, ...by }))
    t.same(
      plain(changed.map(each => each.night)),
      plain(outcome.changedNights),
      other.night.toString(),
    )
    if (changed.length > 2) moving += 1
    await change(trx => undoLastChange(trx, by))
  }
  t.ok(moving)
  const itself = () => previewSwap(db, { id: night.id, otherId: night.id, now })
  t.match(await refusalOf(itself), { reason: 'not-swappable' })
})
