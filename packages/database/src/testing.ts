import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Assignment } from './assignments.ts'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { createDatabase, ensureTemplate, type Test } from './test-server.ts'
import { connectVault, type VaultDatabase } from './vault/connect.ts'
import { migrateVault } from './vault/migrate.ts'

export { assignment, inTurn, nothingPublished, sitter } from './test-records.ts'

/** A migrated database that only one test knows. */
export interface TestDatabase {
  db: Database
  url: string
}

/**
 * Makes a migrated database of the caller's own on the server of DATABASE_URL (a role that may
 * create databases), and drops it when `t` is torn down. It is a copy of a template that the first
 * test process migrates, named for the migrations' source so that a stale one is never used.
 */
export async function testDatabase(t: Test): Promise<TestDatabase> {
  const url = await copyOfTemplate(t, { part: 'household', folder: './migrations/', fill: migrate })
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return { db, url }
}

/** A database in which nothing has been migrated. */
export async function emptyDatabase(t: Test): Promise<TestDatabase> {
  const url = await createDatabase(t, process.env['DATABASE_URL'] ?? '', 'template0')
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return { db, url }
}

/** The same with the tables of the vault host, and no others. */
export async function testVaultDatabase(t: Test): Promise<{ db: VaultDatabase; url: string }> {
  const migrations = { part: 'vault', folder: './vault/migrations/', fill: migrateVault }
  const url = await copyOfTemplate(t, migrations)
  const db = connectVault({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return { db, url }
}

/** The address of the database behind a pool on the server of DATABASE_URL. */
export async function addressOf(db: Database): Promise<string> {
  const name = sql<string>`current_database()`.as('name')
  const found = await db.selectNoFrom(name).executeTakeFirstOrThrow()
  const url = new URL(process.env['DATABASE_URL'] ?? '')
  url.pathname = `/${found.name}`
  return url.href
}

/** Leaves nothing in a database, as when its disk died and somebody made an empty one. */
export async function loseEverything(db: Database): Promise<void> {
  for (const schema of ['public', 'vault'])
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

/** Makes a database what the next version might make of it: each table has a column more, and there is another. */
export async function migrateAhead(db: Database): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables
      where schemaname = 'public' and tablename not like 'kysely%'`.execute(db)
  for (const { name } of rows) {
    const column = sql`add column of_tomorrow text default 'x', add column also_of_tomorrow jsonb`
    await sql`alter table ${sql.id(name)} ${column}`.execute(db)
  }
  await sql`create table of_tomorrow (id bigint primary key)`.execute(db)
  await sql`insert into kysely_migration (name, timestamp) values ('9999-of-tomorrow', now()::text)`.execute(
    db,
  )
}

interface Migrations {
  part: string
  folder: string
  fill: (url: string) => Promise<unknown>
}

const templates = new Map<string, Promise<string>>()

async function copyOfTemplate(t: Test, migrations: Migrations) {
  const serverUrl = process.env['DATABASE_URL']
  if (!serverUrl)
    throw new Error('DATABASE_URL is not set: npm test starts a private server and sets it')
  const template = templates.get(migrations.part) ?? makeTemplate(serverUrl, migrations)
  templates.set(migrations.part, template)
  return createDatabase(t, serverUrl, await template)
}

async function makeTemplate(serverUrl: string, { part, folder, fill }: Migrations) {
  const prefix = part === 'household' ? '' : `${part}_`
  const name = `night_routine_${prefix}template_${hashOfMigrations(folder)}`
  await ensureTemplate(serverUrl, name, fill)
  return name
}

function hashOfMigrations(path: string) {
  const folder = new URL(path, import.meta.url)
  const hash = createHash('sha256')
  for (const file of readdirSync(folder).toSorted())
    hash.update(readFileSync(new URL(file, folder)))
  return hash.digest('hex').slice(0, 16)
}

/** Stores nights as they are, with their ids. */
export async function storeNights(db: Database, nights: readonly Assignment[]): Promise<void> {
  for (const night of nights) {
    const { id, caregiver, babysitterName, reason, override, explanation, decidedOn } = night
    const isParents = caregiver === 'a' || caregiver === 'b'
    await sql`insert into assignments (id, night, caregiver_type, parent, babysitter_name, reason, override,
        explanation, decided_on)
      overriding system value
      values (${id}, ${night.night.toString()}, ${caregiver === 'babysitter' ? caregiver : 'parent'},
        ${isParents ? caregiver : null}, ${babysitterName}, ${reason}, ${override},
        ${explanation && JSON.stringify(explanation)}, ${decidedOn.toString()})`.execute(db)
  }
}
