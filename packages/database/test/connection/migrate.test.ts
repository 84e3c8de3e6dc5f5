import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { awaitSchema, connect, migrate, type Database } from '@night-routine/database/connection'
import { emptyDatabase, testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import {
  awaitMigration,
  latestMigration,
  migrateWithin,
  migrations,
} from '../../src/connection/migrate.ts'
import { until } from '../until.ts'

const names = Object.keys(migrations)

/** Everything that defines the database: tables, columns, constraints, indexes, triggers, versions. */
async function shape(db: Database) {
  const { rows } = await sql`
    select table_name, column_name, data_type, is_nullable, column_default
      from information_schema.columns where table_schema = 'public'
    union all select conrelid::regclass::text, conname, pg_get_constraintdef(oid), '', ''
      from pg_constraint where connamespace = 'public'::regnamespace
    union all select tablename, indexname, indexdef, '', '' from pg_indexes
      where schemaname = 'public'
    union all select tgrelid::regclass::text, tgname, '', '', '' from pg_trigger
      where not tgisinternal
    union all select 'kysely_migration', name, '', '', '' from kysely_migration
    order by 1, 2, 3`.execute(db)
  return rows
}

async function versions(db: Database) {
  return (await sql`select * from kysely_migration order by name`.execute(db)).rows
}

t.test('one of many migrators brings a database up, another run changes nothing', async t => {
  const { db, url } = await emptyDatabase(t)
  const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
  t.same(
    results.toSorted((one, other) => one.length - other.length),
    [[], [], names],
  )
  const [before, migratedAt] = [await shape(db), await versions(db)]
  t.ok(before.length > 100)
  t.same(await migrate(url), [])
  t.same(await shape(db), before)
  t.same(await versions(db), migratedAt, 'and when each was applied')
  const { db: copy } = await testDatabase(t)
  t.same(await shape(copy), before, 'the template of the tests has the same shape')
  // The server lets go of a connection a moment after we have; one that is kept would stay.
  await until(async () => {
    const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and application_name = 'migrate'`.execute(db)
    return rows.length === 0
  })
})

t.test('a migration that fails is an error, and leaves nothing half done', async t => {
  const { db, url } = await emptyDatabase(t)
  await sql`create table published_files (in_the_way text)`.execute(db)
  await t.rejects(migrate(url), { code: '42P07' })
  const { rows } = await sql`select table_name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  t.same(rows, [{ table_name: 'published_files' }], 'also what came before the failure')
  await sql`drop table published_files`.execute(db)
  t.same(await migrate(url), names, 'and can be tried again')
})

t.test('every migration goes forward only', async t => {
  for (const [name, migration] of Object.entries(migrations)) t.notOk('down' in migration, name)
  t.same(names, names.toSorted())
})

/** Ends the wait after its first look. */
function oneLook() {
  const stop = new AbortController()
  return { signal: stop.signal, pause: async () => stop.abort() }
}

t.test('a service waits until its last migration is there, also with later ones', async t => {
  const { db, url } = await emptyDatabase(t)
  const lacks = `The database is not there or lacks migration ${latestMigration}`
  await t.rejects(awaitSchema(db, oneLook()), { message: lacks, cause: { code: '42P01' } })
  const looked = Promise.withResolvers<void>()
  const waiting = awaitSchema(db, { onWaiting: () => looked.resolve() })
  await looked.promise
  await migrate(url)
  await t.resolves(waiting)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-later', '')`.execute(db)
  await t.resolves(awaitSchema(db, oneLook()))
  await sql`delete from kysely_migration where name = ${latestMigration}`.execute(db)
  await t.rejects(awaitSchema(db, oneLook()), { message: lacks })
})

t.test('a server that is away is waited for; one that never answers takes no longer', async t => {
  const away = connect({ url: 'postgres://someone@127.0.0.1:1/none', applicationName: 'test' })
  t.teardown(() => away.destroy())
  await t.rejects(awaitSchema(away, oneLook()), { cause: { code: 'ECONNREFUSED' } })
  const sockets: Socket[] = []
  const silent = createServer(socket => void sockets.push(socket)).listen(0, '127.0.0.1')
  t.teardown(() => silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const db = connect({ url: `postgres://someone@127.0.0.1:${port}/none`, applicationName: 'test' })
  await t.rejects(awaitSchema(db, { timeoutMs: 100 }), { message: /is not there/ })
  for (const socket of sockets) socket.destroy()
  await db.destroy()
})

t.test('a wait says its reason when it starts, and once in each interval', async t => {
  const reasons: string[] = []
  const stop = new AbortController()
  let looks = 0
  const isThere = async () => {
    looks += 1
    if (looks < 3) throw new Error(`look ${looks}`)
    return looks > 6
  }
  const onWaiting = (reason: unknown) => void reasons.push((reason as Error).message)
  // Every pause is an hour long, and an interval half of it.
  const times = { now: () => looks * 3_600_000, sayEveryMs: 1_800_000 }
  const limits = { signal: stop.signal, pause: async () => {}, onWaiting, ...times }
  await awaitMigration({ name: '0042-none', isThere }, limits)
  const lacks = 'The database lacks migration 0042-none'
  t.same(reasons, ['look 1', 'look 2', lacks, lacks, lacks, lacks])

  looks = 0
  reasons.length = 0
  await awaitMigration({ name: '0042-none', isThere }, { ...limits, sayEveryMs: 2 * 3_600_000 })
  t.same(reasons, ['look 1', lacks, lacks], 'every second look')
})

t.test('a migration that waits for a lock says so, and continues when it is free', async t => {
  const { db, url } = await emptyDatabase(t)
  const upTo = Object.keys(migrations).at(-2) ?? ''
  await migrateWithin(db, migrations, { upTo })
  const free = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  const holder = db.transaction().execute(async trx => {
    await sql`lock table kysely_migration_lock`.execute(trx)
    held.resolve()
    await free.promise
  })
  await held.promise
  const reasons: unknown[] = []
  const onWaiting = (reason: unknown) => {
    reasons.push(reason)
    if (reasons.length === 2) free.resolve()
  }
  t.same(await migrate(url, { onWaiting, timeoutMs: 1_000 }), [latestMigration])
  await holder
  t.match(reasons, [{ code: '55P03' }, { code: '55P03' }])
})
