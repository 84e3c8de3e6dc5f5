import {
  addAbsence,
  bookBabysitter,
  giveNight,
  readUndoableChange,
  undoLastChange,
} from '@night-routine/household'
import t from 'tap'
import { day } from '../planning/stored-nights.ts'
import { by, livingHousehold, now, parentsNight } from '@night-routine/household/testing'

t.test('the last change of nights can be undone while it is in effect', async t => {
  const { db, change } = await livingHousehold(t)
  const undoable = (at = now) => readUndoableChange(db, at)
  t.equal(await undoable(), null, 'a plan alone cannot be undone')

  const { id, caregiver } = await parentsNight(db, '2026-11-23')
  const to = caregiver === 'a' ? 'b' : 'a'
  const given = await change(trx => giveNight(trx, { id, to, ...by }))
  t.equal(await undoable(), given.change)
  const absence = { parent: 'a', from: day('2026-12-01'), to: day('2026-12-02') } as const
  await change(trx => addAbsence(trx, { ...absence, ...by }))
  t.equal(await undoable(), given.change, 'an absence is not a change of nights')

  const booked = await change(trx => bookBabysitter(trx, { id, name: 'Dana', ...by }))
  t.equal(await undoable(), booked.change)
  t.equal(await undoable(now.add({ hours: 24 * 8 })), booked.change, 'five days after the night')
  t.equal(await undoable(now.add({ hours: 24 * 9 })), null, 'too long after the night')

  await change(trx => undoLastChange(trx, by))
  t.equal(await undoable(), null, 'it was undone')
})
