import { columnParsers, type Database } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { types } from 'pg'
import t from 'tap'

const anyDate = fc
  .integer({ min: 0, max: 3_652_058 })
  .map(days => Temporal.PlainDate.from('0001-01-01').add({ days }))

async function through(db: Database, date: Temporal.PlainDate | string | null) {
  const { rows } = await sql<{ date: Temporal.PlainDate | null }>`
    select ${date}::date as date`.execute(db)
  return rows[0]?.date
}

t.test('every civil date goes through a DATE column and back', async t => {
  const { db } = await testDatabase(t)
  const holds = fc.asyncProperty(
    anyDate,
    async date => (await through(db, date))?.equals(date) === true,
  )
  await t.resolves(fc.assert(holds, { numRuns: 300 }))
  t.equal(await through(db, null), null)
})

t.test('PostgreSQL and Temporal agree on order and on counting days', async t => {
  const { db } = await testDatabase(t)
  const holds = fc.asyncProperty(anyDate, anyDate, async (one, other) => {
    const query = sql<{ order: number; apart: number }>`
      select sign(${one}::date - ${other}::date)::int as order,
        ${other}::date - ${one}::date as apart`
    const { rows } = await query.execute(db)
    const order = Temporal.PlainDate.compare(one, other)
    return rows[0]?.order === order && rows[0].apart === one.until(other).days
  })
  await t.resolves(fc.assert(holds, { numRuns: 300 }))
})

t.test('a DATE that is no civil date is refused', async t => {
  const { db } = await testDatabase(t)
  for (const text of ['infinity', '2026-11-20 BC'])
    await t.rejects(through(db, text), RangeError, text)
})

t.test('the same text gives the same object, and no number of days fills the memory', async t => {
  const parse: (text: string) => Temporal.PlainDate = columnParsers.getTypeParser(
    types.builtins.DATE,
  )
  const first = parse('1900-01-01')
  t.equal(parse('1900-01-01'), first)
  for (let days = 1; days <= 20_000; days += 1) parse(first.add({ days }).toString())
  const again = parse('1900-01-01')
  t.not(again, first, 'it was forgotten meanwhile')
  t.ok(again.equals(first))
})
