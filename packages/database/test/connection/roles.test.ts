import {
  connect,
  migrate,
  roleName,
  roles,
  type Database,
  type Role,
} from '@night-routine/database/connection'
import { addressAs, emptyDatabase, makeTestRoles, type Test } from '@night-routine/testing/database'
import { migrateVault } from '@night-routine/database/vault'
import { sql } from 'kysely'
import t from 'tap'
import { expected, someColumns, type Service } from '../expected-grants.ts'

const services = roles.filter(role => role !== 'owner')

/** A new database whose tables the owner has made, and a pool for each role. */
async function database(t: Test) {
  const { db: admin, url } = await emptyDatabase(t)
  await makeTestRoles(url)
  await migrate(addressAs('owner', url))
  await migrateVault(addressAs('owner', url))
  const as = (role: Role) => {
    const db = connect({ url: addressAs(role, url), applicationName: role, maxConnections: 1 })
    t.teardown(() => db.destroy())
    return db
  }
  return { admin, url, as }
}

interface Column {
  table: string
  column: string
}

async function columnsOf(admin: Database): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_schema || '.' || table_name as table, column_name as column
      from information_schema.columns where table_schema in ('public', 'vault')
      order by 1, 2`.execute(admin)
  return rows
}

/** Which of these statements PostgreSQL lets this role run. One that is only explained is checked, and changes nothing. */
async function allowed(db: Database, statements: readonly string[]): Promise<Set<string>> {
  return db.connection().execute(async session => {
    await sql`create or replace function pg_temp.may(statement text) returns boolean language plpgsql as $$
      begin
        execute 'explain ' || statement;
        return true;
      exception when insufficient_privilege then return false;
      end $$`.execute(session)
    const { rows } = await sql<{ statement: string }>`
      select statement from unnest(${statements}::text[]) statement
        where pg_temp.may(statement)`.execute(session)
    return new Set(rows.map(({ statement }) => statement))
  })
}

const statementFor = {
  select: ({ table, column }: Column) => `select "${column}" from ${table}`,
  insert: ({ table, column }: Column) =>
    `insert into ${table} ("${column}") overriding system value values (default)`,
  update: ({ table, column }: Column) => `update ${table} set "${column}" = default`,
  delete: ({ table }: Column) => `delete from ${table}`,
}

const actions = ['select', 'insert', 'update', 'delete'] as const

const nameOf = ({ statement }: { statement: string }) => statement

/** What the table above says of one column. */
function expects(role: Service, action: keyof typeof statementFor, { table, column }: Column) {
  const text = expected[table]?.[role] ?? ''
  const letter = action.charAt(0).toUpperCase()
  const isPartly = (/\(\w+\)/.exec(text)?.[0] ?? '').includes(letter)
  if (!isPartly) return text.includes(letter)
  return someColumns[`${role} ${action} ${table}`]?.includes(column) ?? false
}

t.test('each role does what it needs with each table, and nothing else', async t => {
  const { admin, url, as } = await database(t)
  const columns = await columnsOf(admin)
  t.strictSame(
    [...new Set(columns.map(({ table }) => table))].toSorted(),
    Object.keys(expected).toSorted(),
    'every table has its line',
  )
  for (const role of services) {
    const db = as(role)
    const asked = columns.flatMap(column =>
      actions.map(action => ({ column, action, statement: statementFor[action](column) })),
    )
    const may = await allowed(
      db,
      asked.map(({ statement }) => statement),
    )
    const found = asked.filter(({ statement }) => may.has(statement))
    const wanted = asked.filter(({ action, column }) => expects(role, action, column))
    t.strictSame(found.map(nameOf), wanted.map(nameOf), role)
    for (const statement of [
      'create table public.extra (id integer)',
      'create schema extra',
      'alter table public.settings add column extra text',
      'drop table public.sessions',
      'truncate public.sessions',
      'alter table public.history disable trigger all',
      "set session_replication_role = 'replica'",
      `set role ${roleName('owner')}`,
      'create role extra',
      "copy public.kysely_migration to program 'true'",
    ])
      await t.rejects(sql.raw(statement).execute(db), { code: '42501' }, `${role}: ${statement}`)
  }
  const { rows } = await sql`select rolname from pg_roles where rolname like 'night_routine_%'
    and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`.execute(admin)
  t.same(rows, [], 'none has rights beyond tables, the owner neither')

  const ingest = as('webhook-ingest')
  await sql`grant select on public.oauth_token to ${sql.id(roleName('webhook-ingest'))}`.execute(
    admin,
  )
  const statement = 'select access_token from public.oauth_token'
  t.ok((await allowed(ingest, [statement])).has(statement))
  t.same(await migrate(addressAs('owner', url)), [])
  t.notOk((await allowed(ingest, [statement])).has(statement))
})

t.test('an installation of one role hands its tables to the owner', async t => {
  const { db: admin, url } = await emptyDatabase(t)
  await migrate(url)
  await migrateVault(url)
  await makeTestRoles(url)
  await makeTestRoles(url)
  const { rows } = await sql`
    select relname as name from pg_class where relnamespace in (select oid from pg_namespace
        where nspname in ('public', 'vault')) and relkind in ('r', 'S')
        and relowner <> ${roleName('owner')}::regrole
      union all select proname from pg_proc where pronamespace = 'public'::regnamespace
        and proowner <> ${roleName('owner')}::regrole`.execute(admin)
  t.same(rows, [])
  t.same(await migrate(addressAs('owner', url)), [], 'the owner migrates from now on')
})

t.test('tables of another application stay as they are', async t => {
  const { db: admin, url } = await emptyDatabase(t)
  await sql`create table theirs (id integer)`.execute(admin)
  await makeTestRoles(url)
  const { rows } = await sql<{ owner: string }>`
    select tableowner as owner from pg_tables where tablename = 'theirs'`.execute(admin)
  t.not(rows[0]?.owner, roleName('owner'))
})

t.test('operators make the roles under the names that the docs have', async t => {
  t.strictSame(roles.map(roleName), [
    'night_routine_owner',
    'night_routine_web',
    'night_routine_webhook_ingest',
    'night_routine_scheduler_worker',
    'night_routine_publisher',
    'night_routine_vault',
    'night_routine_backup',
  ])
})
