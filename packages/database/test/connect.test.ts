import { once } from 'node:events'
import { connect, transaction, type Database } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
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

t.test('a DATE arrives as a civil date, whatever the zone of the process', async t => {
  const { db } = await testDatabase(t)
  t.equal(String(await only(db, sql`date '2026-10-25'`)), '2026-10-25')
  t.equal(String(await only(db, sql`date '0001-01-01'`)), '0001-01-01')
})

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

t.test('every wait has an end', async t => {
  const { db } = await testDatabase(t)
  t.equal(await only(db, sql`current_setting('lock_timeout')`), '5s')
  t.equal(await only(db, sql`current_setting('idle_in_transaction_session_timeout')`), '10s')
  t.equal(await only(db, sql`current_setting('application_name')`), 'test')
})

t.test('a connection that breaks while idle or lent is reported and replaced', async t => {
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
  await t.rejects(work, 'lent: the transaction fails')
  t.not(await pid(db), second, 'and the next one has a new connection')
})

t.test('a server that is not there is an error, not a hang', async t => {
  const db = connect({ url: 'postgres://someone@127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => db.destroy())
  await t.rejects(only(db, sql`1`), { code: 'ECONNREFUSED' })
})
