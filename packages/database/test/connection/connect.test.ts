import { once } from 'node:events'
import {
  columnParsers,
  connect,
  isDatabaseAway,
  transaction,
  type Database,
} from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import * as fc from 'fast-check'
import { sql } from 'kysely'
import { types } from 'pg'
import t from 'tap'

async function only<T>(
  db: Database,
  expression: ReturnType<typeof sql<T>>,
): Promise<T | undefined> {
  const { rows } = await sql<{ value: T }>`select ${expression} as value`.execute(db)
  return rows[0]?.value
}

async function pid(db: Database) {
  return (await only<number>(db, sql`pg_backend_pid()`)) ?? 0
}

async function kill(db: Database, backend: number) {
  await sql`select pg_terminate_backend(${backend})`.execute(db)
}

t.test('an int8 arrives as bigint, beyond 2^53 too', async t => {
  const { db } = await testDatabase(t)
  t.equal(await only(db, sql`9007199254740993::int8`), 9_007_199_254_740_993n)
  t.equal(await only(db, sql`count(*)`), 1n)
  t.equal(await only(db, sql`${9_223_372_036_854_775_807n}::int8`), 9_223_372_036_854_775_807n)
})

t.test('a timestamptz arrives as an instant, whatever the zone of the session', async t => {
  const { db } = await testDatabase(t)
  const noon = '2026-11-20T12:00:00.123456Z'
  for (const zone of ['UTC', 'Asia/Kolkata', 'America/St_Johns', 'Pacific/Kiritimati'])
    await transaction(db, async trx => {
      await sql`select set_config('TimeZone', ${zone}, true)`.execute(trx)
      t.equal(String(await only(trx, sql`${noon}::timestamptz`)), noon, zone)
    })
})

t.test('a read is planned once for each connection, and follows a migration', async t => {
  const { db } = await testDatabase(t)
  await transaction(db, async trx => {
    await sql`create temporary table shelf (book text)`.execute(trx)
    const titles = () => sql`select book from shelf where book > ${'a'}`.execute(trx)
    const everything = () => sql`select * from shelf where book > ${'a'}`.execute(trx)
    for (const read of [titles, titles, everything, everything]) await read()
    await sql`alter table shelf add column author text`.execute(trx)
    for (const read of [titles, everything]) t.same((await read()).rows, [])
    const { rows } = await sql`select statement, generic_plans + custom_plans as plans
    from pg_prepared_statements where statement like 'select book%'`.execute(trx)
    t.same(rows, [{ statement: 'select book from shelf where book > $1', plans: 3n }])
  })
})

t.test('every wait has an end', async t => {
  const { url } = await testDatabase(t)
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  t.equal(await only(db, sql`current_setting('lock_timeout')`), '5s')
  t.equal(await only(db, sql`current_setting('idle_in_transaction_session_timeout')`), '10s')
  t.equal(await only(db, sql`current_setting('application_name')`), 'test')
})

t.test('a connection that breaks while idle or in use is reported and replaced', async t => {
  const { db: killer, url } = await testDatabase(t)
  const lost = new EventTarget()
  const onConnectionLost = () => lost.dispatchEvent(new Event('lost'))
  const db = connect({ url, applicationName: 'victim', maxConnections: 1, onConnectionLost })
  t.teardown(() => db.destroy())

  let heard = once(lost, 'lost')
  await kill(killer, await pid(db))
  await heard
  const second = await pid(db)
  t.ok(second, 'idle: the next query has a new connection')

  heard = once(lost, 'lost')
  const work = transaction(db, async trx => {
    await kill(killer, await pid(trx))
    await heard
    await pid(trx)
  })
  await t.rejects(work, 'in use: the transaction fails')
  t.not(await pid(db), second, 'and the next one has a new connection')
})

t.test('a server that is not there is an error, not a hang', async t => {
  const db = connect({ url: 'postgres://someone@127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => db.destroy())
  await t.rejects(only(db, sql`1`), { code: 'ECONNREFUSED' })
})

const anyDate = fc
  .integer({ min: 0, max: 3_652_058 })
  .map(days => Temporal.PlainDate.from('0001-01-01').add({ days }))

t.test('PostgreSQL and Temporal agree on dates, their order and the days between', async t => {
  const { db } = await testDatabase(t)
  const holds = fc.asyncProperty(anyDate, anyDate, async (one, other) => {
    const query = sql<{ date: Temporal.PlainDate; order: number; apart: number }>`
      select ${one}::date as date, sign(${one}::date - ${other}::date)::int as order,
        ${other}::date - ${one}::date as apart`
    const [row] = (await query.execute(db)).rows
    const order = Temporal.PlainDate.compare(one, other)
    return (
      row?.date.equals(one) === true && row.order === order && row.apart === one.until(other).days
    )
  })
  await t.resolves(fc.assert(holds, { numRuns: 300 }))
  t.equal(await only(db, sql`null::date`), null)
  for (const text of ['infinity', '2026-11-20 BC'])
    await t.rejects(only(db, sql`${text}::date`), RangeError, text)
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

const coded = (code: string) => Object.assign(new Error('trouble'), { code })

t.test('knows a database that is away from a mistake of ours', async t => {
  for (const code of [
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOTFOUND',
    '57P01',
    '57P03',
    '08006',
    '53400',
    '25006',
  ])
    t.ok(isDatabaseAway(coded(code)), code)
  for (const words of [
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
  ])
    t.ok(isDatabaseAway(new Error(words)), words)
  t.ok(isDatabaseAway(Object.assign(new AggregateError([]), { code: 'ECONNREFUSED' })))

  for (const error of [coded('42P01'), coded('23505'), coded('57014'), new Error('x'), null, 'x'])
    t.notOk(isDatabaseAway(error))
})
