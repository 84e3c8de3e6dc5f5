import { setTimeout as sleep } from 'node:timers/promises'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { connect, migrate, type Database } from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { migrations } from '../src/migrations/index.ts'
import { startScript } from './child.ts'
import { emptyDatabase } from './empty-database.ts'

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

async function runCommand(url: string, ...words: string[]) {
  const command = startScript('../src/migrate/main.ts', url, ...words)
  const said = Promise.all([text(command.stdout), text(command.stderr)])
  const [code] = await once(command, 'exit')
  return { code: Number(code), said: (await said).join('') }
}

t.test('an empty database gets every migration, a second run changes nothing', async t => {
  const { db, url } = await emptyDatabase(t)
  t.same(await migrate(url), names)
  const [before, migratedAt] = [await shape(db), await versions(db)]
  t.ok(before.length > 100)
  t.same(await migrate(url), [])
  t.same(await shape(db), before)
  t.same(await versions(db), migratedAt, 'also when what was migrated')
})

t.test('two migrators at once: one does it, the other finds it done', async t => {
  const { url } = await emptyDatabase(t)
  const results = await Promise.all([migrate(url), migrate(url), migrate(url)])
  t.same(
    results.toSorted((one, other) => one.length - other.length),
    [[], [], names],
  )
})

t.test('a migration that fails is an error, and leaves nothing half done', async t => {
  const { db, url } = await emptyDatabase(t)
  await sql`create table work (in_the_way text)`.execute(db)
  await t.rejects(migrate(url), { code: '42P07' })
  const { rows } = await sql`select table_name from information_schema.tables
    where table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  t.same(rows, [{ table_name: 'work' }], 'also what came before the failure')
  await sql`drop table work`.execute(db)
  t.same(await migrate(url), names, 'and can be tried again')
})

t.test('a database that cannot be reached is an error', async t => {
  await t.rejects(migrate('postgres://nobody@127.0.0.1:1/none'), { code: 'ECONNREFUSED' })
})

t.test('the template of the tests has the same shape', async t => {
  const { db, url } = await emptyDatabase(t)
  await migrate(url)
  const { db: copy } = await testDatabase(t)
  t.same(await shape(copy), await shape(db))
})

t.test('the command exits with 0 when all is well and with 1 on any error', async t => {
  const { db, url } = await emptyDatabase(t)
  t.match(await runCommand(url), { code: 0, said: `migrated: ${names.join(', ')}` })
  t.ok((await shape(db)).length > 100)
  t.match(await runCommand(url), { code: 0, said: 'nothing to migrate' })
  await sql`delete from kysely_migration where name = ${names[0]}`.execute(db)
  t.match(await runCommand(url), { code: 1, said: 'corrupted migrations' })
})

t.test('the command says in one sentence what is wrong with the database', async t => {
  const { url } = await emptyDatabase(t)
  const elsewhere = (change: (address: URL) => void) => {
    const address = new URL(url)
    change(address)
    return address.href
  }
  for (const [address, sentence] of [
    ['', /^DATABASE_URL is not set.*\.$/],
    [
      elsewhere(to => (to.port = '1')),
      /^PostgreSQL does not answer at .*:1 \(ECONNREFUSED\)\. Check .*\.$/,
    ],
    [
      elsewhere(to => (to.password = 'wrong')),
      /^PostgreSQL refuses the password .* for postgres\. .* put the secrets of that time back\.$/,
    ],
    [
      elsewhere(to => (to.pathname = '/none')),
      /^PostgreSQL has no database none\. Create it, .*\.$/,
    ],
  ] as const) {
    const { code, said } = await runCommand(address)
    t.equal(code, 1, address)
    t.match(said.trim(), sentence)
  }
  t.match(await runCommand(url, 'nothing'), { code: 1, said: /^There is no part nothing\.\n$/ })
})

t.test('every migration goes forward only', async t => {
  for (const [name, migration] of Object.entries(migrations)) t.notOk('down' in migration, name)
  t.same(names, names.toSorted())
})

t.test('its connection does not outlive it', async t => {
  const { url } = await emptyDatabase(t)
  await migrate(url)
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  const connections = async () =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and application_name = 'migrate'`.execute(db)
    ).rows.length
  // The server lets go of it a moment after we have; one that is kept would stay.
  for (let look = 0; look < 600 && (await connections()) > 0; look += 1) await sleep(100)
  t.equal(await connections(), 0)
})
