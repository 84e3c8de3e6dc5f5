import { transaction } from '@night-routine/database/connection'
import {
  insertAbsence,
  readAbsences,
  deleteAbsence,
  seedHousehold,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { firstValues } from '../household.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

t.test('ranges are added, read with both ends, the earliest first, and removed', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const add = (parent: 'a' | 'b', from: string, to: string) =>
    transaction(db, trx => insertAbsence(trx, { parent, from: day(from), to: day(to) }))
  const second = await add('b', '2026-12-24', '2027-01-02')
  const first = await add('a', '2026-11-20', '2026-11-20')
  t.same(plain(await readAbsences(db)), [
    { id: String(first), parent: 'a', from: '2026-11-20', to: '2026-11-20' },
    { id: String(second), parent: 'b', from: '2026-12-24', to: '2027-01-02' },
  ])
  await t.rejects(add('a', '2026-11-20', '2026-11-19'), { code: '23514' })
  await transaction(db, trx => deleteAbsence(trx, first))
  t.match(plain(await readAbsences(db)), [{ parent: 'b' }])
})
