import { transaction } from '@night-routine/database/connection'
import {
  insertAbsence,
  readAbsences,
  deleteAbsence,
  seedHousehold,
} from '@night-routine/database/nights'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { firstValues } from '../household.ts'
import { day } from '../nights.ts'
import { plain } from '../plain.ts'

t.test('ranges are read with both ends, the earliest first', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  t.same(await readAbsences(db), [])
  await sql`insert into absences (parent, first_night, last_night) values
    ('b', '2026-12-24', '2027-01-02'), ('a', '2026-11-20', '2026-11-20')`.execute(db)
  t.same(plain(await readAbsences(db)), [
    { id: '2', parent: 'a', from: '2026-11-20', to: '2026-11-20' },
    { id: '1', parent: 'b', from: '2026-12-24', to: '2027-01-02' },
  ])
})

t.test('a range that ends before its start is refused', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const backwards = sql`insert into absences (parent, first_night, last_night)
    values ('a', '2026-11-20', '2026-11-19')`
  await t.rejects(backwards.execute(db), { code: '23514' })
})

t.test('a range is added and removed', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const absence = { parent: 'b', from: day('2026-12-24'), to: day('2027-01-02') } as const
  const id = await transaction(db, trx => insertAbsence(trx, absence))
  t.same(plain(await readAbsences(db)), plain([{ id, ...absence }]))
  await transaction(db, trx => deleteAbsence(trx, id))
  t.same(await readAbsences(db), [])
})
