import { transaction } from '@night-routine/database/connection'
import { readNightWeight, readNightWeights, saveNightWeight } from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

t.test('a night has one weight, and none of its own where it counts as its weekday', async t => {
  const { db } = await testDatabase(t)
  const save = (night: string, weight: number | null) =>
    transaction(db, trx => saveNightWeight(trx, { night: day(night), weight }))
  t.equal(await readNightWeight(db, day('2026-12-24')), null)
  await save('2026-12-31', 2.5)
  await save('2026-12-24', 2)
  await save('2026-12-24', 3)
  t.equal(await readNightWeight(db, day('2026-12-24')), 3)
  t.same(plain(await readNightWeights(db)), [
    { night: '2026-12-24', weight: 3 },
    { night: '2026-12-31', weight: 2.5 },
  ])
  await save('2026-12-24', 1)
  t.equal(await readNightWeight(db, day('2026-12-24')), 1, 'less than its weekday')
  await save('2026-12-24', null)
  await save('2026-12-24', null)
  t.equal((await readNightWeights(db)).length, 1)
  for (const weight of [0, 1.25, 3.5])
    await t.rejects(save('2026-12-25', weight), { code: '23514' })
})
