import { testDatabase } from '@night-routine/database/testing'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import t from 'tap'
import { civilDate, civilDateOrNull } from '../src/civil-date.ts'

const anyDate = fc
  .integer({ min: 0, max: 3_652_058 })
  .map(days => Temporal.PlainDate.from('0001-01-01').add({ days }))

t.test('every civil date goes through a DATE column and back', async t => {
  const { db } = await testDatabase(t)
  const holds = fc.asyncProperty(anyDate, async date => {
    const query = sql<{ date: string }>`select ${date.toString()}::date as date`
    const { rows } = await query.execute(db)
    return rows[0] !== undefined && civilDate(rows[0].date).equals(date)
  })
  await t.resolves(fc.assert(holds, { numRuns: 300 }))
})

t.test('PostgreSQL and Temporal agree on order and on counting days', async t => {
  const { db } = await testDatabase(t)
  const holds = fc.asyncProperty(anyDate, anyDate, async (one, other) => {
    const query = sql<{ order: number; apart: number }>`
      select sign(${one.toString()}::date - ${other.toString()}::date)::int as order,
        ${other.toString()}::date - ${one.toString()}::date as apart`
    const { rows } = await query.execute(db)
    const order = Temporal.PlainDate.compare(one, other)
    return rows[0]?.order === order && rows[0].apart === one.until(other).days
  })
  await t.resolves(fc.assert(holds, { numRuns: 300 }))
})

t.test('a text that is no civil date is refused', async t => {
  for (const text of ['2026-02-30', '2026-13-01', '', 'infinity', '2026-11-20 BC'])
    t.throws(() => civilDate(text), RangeError, text)
})

t.test('null stays null', async t => {
  t.equal(civilDateOrNull(null), null)
  t.equal(String(civilDateOrNull('2028-02-29')), '2028-02-29')
})

t.test('the same text gives the same object, and no number of days fills the memory', async t => {
  const first = civilDate('1900-01-01')
  t.equal(civilDate('1900-01-01'), first)
  for (let days = 1; days <= 20_000; days += 1) civilDate(first.add({ days }).toString())
  const again = civilDate('1900-01-01')
  t.not(again, first, 'it was forgotten meanwhile')
  t.ok(again.equals(first))
})
