import { readHistoryChanges } from '@night-routine/database/nights'
import {
  addAbsence,
  bookBabysitter,
  giveNight,
  readUndoableChanges,
  removeAbsence,
  undoLastChange,
} from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { by, now, parentsNight } from '@night-routine/testing/household'
import { livingHousehold } from '../shared-household.ts'

async function household() {
  const living = await livingHousehold()
  const { db } = living
  return {
    ...living,
    /** The changes of the history that can be undone, oldest first. */
    undoable: async (at = now) => {
      const changes = await readHistoryChanges(db, { limit: 50 })
      const all = changes.map(({ entries }) => entries)
      return [...(await readUndoableChanges(db, all, at))].toReversed()
    },
  }
}

t.test('each change of nights can be undone until a later one decides the same night', async t => {
  const { db, change, undoable } = await household()
  t.same(await undoable(), [], 'a plan alone cannot be undone')

  const one = await parentsNight(db, '2026-11-23')
  const other = await parentsNight(db, '2026-11-27')
  const to = one.caregiver === 'a' ? 'b' : 'a'
  const given = await change(trx => giveNight(trx, { id: one.id, to, ...by }))
  const booked = await change(trx =>
    bookBabysitter(trx, { id: other.id, babysitter: { name: 'Dana' }, ...by }),
  )
  t.same(await undoable(), [given.change, booked.change])

  const again = await change(trx =>
    bookBabysitter(trx, { id: one.id, babysitter: { name: 'Dana' }, ...by }),
  )
  t.same(await undoable(), [booked.change, again.change], 'the later change of that night')
  const later = (days: number) => undoable(now.add({ hours: 24 * days }))
  t.same(await later(8), [booked.change, again.change], 'five days after the night')
  t.same(await later(9), [booked.change], 'too long after the night')

  const undone = await change(trx => undoLastChange(trx, by))
  t.same(await undoable(), [booked.change], 'neither what was undone nor the undo')
  t.ok(undone.change)
  await change(trx => giveNight(trx, { id: one.id, to, ...by }))
  t.notOk((await undoable()).includes(String(given.change)), 'the same state, by a later change')
})

t.test('a change of an absence can be undone while it is as that change left it', async t => {
  const { change, undoable } = await household()
  const nights = { parent: 'a', from: day('2026-12-01'), to: day('2026-12-02') } as const
  const added = await change(trx => addAbsence(trx, { ...nights, ...by }))
  t.same(await undoable(), [added.change])
  t.same(await undoable(now.add({ hours: 24 * 13 })), [], 'it is over')
  const removed = await change(trx => removeAbsence(trx, { id: added.id, ...by }))
  t.same(await undoable(), [removed.change])
})
