import type { Database } from '@night-routine/database/connection'
import {
  applyCalendarEdits,
  bookBabysitter,
  giveNight,
  swapNights,
  undoLastChange,
  unlockNight,
} from '@night-routine/household'
import t from 'tap'
import { by, nightOn, now, parentsNight, plain, planAt } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'
import { refusalOf } from './refusal-of.ts'

const idOf = async (db: Database, night: string) => (await nightOn(db, night)).id

t.test('undoes every kind of change, with the nights it moved', async t => {
  const { db, change, shown, history } = await livingHousehold()
  const before = await shown()
  const one = await parentsNight(db, '2026-11-23')
  const other = await parentsNight(db, '2026-11-24')
  const past = await parentsNight(db, '2026-11-18')
  const to = one.caregiver === 'a' ? 'b' : 'a'
  const changes = [
    () => change(trx => bookBabysitter(trx, { id: one.id, babysitter: { name: 'Dana' }, ...by })),
    () => change(trx => giveNight(trx, { id: one.id, to, ...by })),
    () => change(trx => swapNights(trx, { id: one.id, otherId: other.id, ...by })),
    () => change(trx => bookBabysitter(trx, { id: past.id, babysitter: { name: 'Dana' }, ...by })),
    () =>
      change(trx =>
        applyCalendarEdits(trx, {
          edits: [{ night: one.night, caregiver: 'babysitter', babysitter: { name: 'Kim' } }],
          now,
        }),
      ),
  ]
  for (const make of changes) {
    const made = await make()
    const outcome = await change(trx => undoLastChange(trx, by))
    t.same(await shown(), before)
    t.same(plain(outcome.changedNights), plain(made.changedNights))
    const undone = (await history()).filter(({ change: uuid }) => uuid === outcome.change)
    t.ok(undone.some(({ undoes }) => undoes === made.change))
  }
  t.same(
    plain(await nightOn(db, '2026-11-18')),
    {
      ...(plain(past) as object),
      revision: '3n',
      updatedAt: (await nightOn(db, '2026-11-18')).updatedAt.toString(),
    },
    'a past night gets back its reason, numbers and day',
  )
})

t.test('undoing an unlock books the babysitter again', async t => {
  const { db, change, shown } = await livingHousehold()
  const id = await idOf(db, '2026-11-23')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const before = await shown()
  await change(trx => unlockNight(trx, { id, ...by }))
  const { restored } = await change(trx => undoLastChange(trx, by))
  t.same(plain(restored), ['2026-11-23'])
  t.same(await shown(), before)
  t.match(await nightOn(db, '2026-11-23'), { reason: 'Override', override: true })
})

t.test('the same undo again has the same result, with and without a change id', async t => {
  const { db, change, shown, history } = await livingHousehold()
  const before = await shown()
  const first = await change(async trx =>
    bookBabysitter(trx, { id: await idOf(db, '2026-11-23'), babysitter: { name: 'Dana' }, ...by }),
  )
  const second = await change(async trx =>
    bookBabysitter(trx, { id: await idOf(db, '2026-11-25'), babysitter: { name: 'Dana' }, ...by }),
  )
  const outcome = plain(await change(trx => undoLastChange(trx, by)))
  const entries = (await history()).length
  t.same(plain(await change(trx => undoLastChange(trx, by))), outcome, 'not the previous change')
  const named = { ...by, change: String(second.change) }
  t.same(plain(await change(trx => undoLastChange(trx, named))), outcome)
  t.equal((await history()).length, entries)

  await change(trx => undoLastChange(trx, { ...by, change: String(first.change) }))
  t.same(await shown(), before)
})

t.test('an undo can be undone by its id, repeatedly', async t => {
  const { db, change, shown } = await livingHousehold()
  const id = await idOf(db, '2026-11-23')
  const planned = await shown()
  const made = await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const booked = await shown()
  const undone = await change(trx => undoLastChange(trx, by))
  await change(trx => undoLastChange(trx, { ...by, change: String(undone.change) }))
  t.same(await shown(), booked)
  await change(trx => undoLastChange(trx, { ...by, change: String(made.change) }))
  t.same(await shown(), planned)
})

t.test('refuses to undo a change of nights that changed since, and writes nothing', async t => {
  const { db, change, shown, history } = await livingHousehold()
  const one = await parentsNight(db, '2026-11-23')
  const other = await parentsNight(db, '2026-11-24')
  const swap = await change(trx => swapNights(trx, { id: one.id, otherId: other.id, ...by }))
  await change(trx => bookBabysitter(trx, { id: other.id, babysitter: { name: 'Dana' }, ...by }))
  const before = plain([await shown(), await history()])
  const refused = await refusalOf(() =>
    change(trx => undoLastChange(trx, { ...by, change: String(swap.change) })),
  )
  t.match(refused, {
    reason: 'changed-since',
    field: 'change',
    message: /^Monday 23 November and Tuesday 24 November changed again since/,
  })
  t.same(plain([await shown(), await history()]), before)
})

t.test('refuses to undo a change of a night that is now too old', async t => {
  const { db, change } = await livingHousehold()
  const id = await idOf(db, '2026-11-16')
  await change(trx => bookBabysitter(trx, { id, babysitter: { name: 'Dana' }, ...by }))
  const later = now.add({ hours: 48 })
  await planAt(db, later)
  const refused = () => change(trx => undoLastChange(trx, { ...by, now: later }))
  t.match(await refusalOf(refused), { reason: 'too-old', field: 'change' })
  t.match(await nightOn(db, '2026-11-16'), { babysitter: { name: 'Dana' } })
})

t.test('undoes only known changes', async t => {
  const { change } = await livingHousehold()
  const refused = (uuid?: string) =>
    refusalOf(() => change(trx => undoLastChange(trx, { ...by, change: uuid })))
  t.match(await refused(), { reason: 'unknown-change', message: 'There is nothing to undo.' })
  t.match(await refused('00000000-0000-4000-8000-000000000000'), {
    reason: 'unknown-change',
    message: 'There is no such change.',
  })
  t.match(await refused("' or 1=1"), { message: 'There is no such change.' })
})
