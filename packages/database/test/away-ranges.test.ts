import { readAwayRanges, seedHousehold } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { firstValues } from './household.ts'
import { plain } from './plain.ts'

t.test('ranges are read with both ends, the earliest first', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  t.same(await readAwayRanges(db), [])
  await sql`insert into away_ranges (parent, first_night, last_night) values
    ('b', '2026-12-24', '2027-01-02'), ('a', '2026-11-20', '2026-11-20')`.execute(db)
  t.same(plain(await readAwayRanges(db)), [
    { parent: 'a', from: '2026-11-20', to: '2026-11-20' },
    { parent: 'b', from: '2026-12-24', to: '2027-01-02' },
  ])
})

t.test('a range that ends before it begins is refused', async t => {
  const { db } = await testDatabase(t)
  await seedHousehold(db, firstValues)
  const backwards = sql`insert into away_ranges (parent, first_night, last_night)
    values ('a', '2026-11-20', '2026-11-19')`
  await t.rejects(backwards.execute(db), { code: '23514' })
})
