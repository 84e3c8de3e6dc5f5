import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import type { Assignment } from '@night-routine/database/nights'
import {
  connect,
  type Database,
  addressFor,
  makeRoles,
  mapRoles,
  migrate,
  type Role,
} from '@night-routine/database/connection'
import { databasePool } from './pooled-databases.ts'
import { alone, createDatabase, ensureTemplate, type Test } from './test-server.ts'
import { connectVault, type VaultDatabase, migrateVault } from '@night-routine/database/vault'

export { emptyTables } from './pooled-databases.ts'
export { assignment, inTurn, nothingPublished, sitter } from './records.ts'
export type { Test } from './test-server.ts'

/** A migrated database that only one test knows. */
export interface TestDatabase {
  db: Database
  url: string
}

/** What another package's tests want in their template, too. */
export interface TemplateAddition {
  /** Part of the template's name: lower case letters. */
  name: string
  fill: (url: string) => Promise<unknown>
}

/**
 * Lends a migrated database to one test, on the server of DATABASE_URL (a superuser of a server for tests), until
 * `t` is torn down. It is a copy of a template that the first test process migrates, named for the migrations'
 * source so that a stale one is never used.
 */
export async function testDatabase(t: Test, addition?: TemplateAddition): Promise<TestDatabase> {
  const fill = async (url: string) => {
    await migrate(url)
    await addition?.fill(url)
  }
  return pooledHousehold(t, await templateOf('./migrations/', fill, addition?.name))
}

const rolePassword = 'password-of-a-test'
const passwords = mapRoles(() => rolePassword)

/** Makes the roles, which all databases of the server share, and the owner of this one. */
export async function makeTestRoles(url: string): Promise<void> {
  await alone(serverUrl(), () => makeRoles(url, passwords))
}

/** The address of a pooled database for the role that a service signs in as. */
export function addressAs(role: Role, url: string): string {
  return addressFor(url, role, rolePassword)
}

/** A database in which nothing has been migrated. */
export async function emptyDatabase(t: Test): Promise<TestDatabase> {
  const url = await createDatabase(t, serverUrl(), 'template0')
  const db = connect({ url, applicationName: 'test', timeoutMs: 60_000 })
  t.teardown(() => db.destroy())
  return { db, url }
}

/** The same with the tables of the vault host, and no others. */
export async function testVaultDatabase(t: Test): Promise<{ db: VaultDatabase; url: string }> {
  return pooledVault(t, await templateOf('./vault/migrations/', migrateVault))
}

/** The address of the database behind a pool on the server of DATABASE_URL. */
export async function addressOf(db: Database): Promise<string> {
  const name = sql<string>`current_database()`.as('name')
  const found = await db.selectNoFrom(name).executeTakeFirstOrThrow()
  const url = new URL(serverUrl())
  url.pathname = `/${found.name}`
  return url.href
}

/** Whether a connection to this database waits for a lock that another one holds. */
export async function waitsForLock(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
  return rows.length > 0
}

/** Whether a service is connected to this database: another role than the test's. */
export async function hasServices(db: Database): Promise<boolean> {
  const { rows } = await sql`select from pg_stat_activity
    where datname = current_database() and usename <> current_user`.execute(db)
  return rows.length > 0
}

/** Empties a database, as when its disk died and an operator made a new one. */
export async function loseEverything(db: Database): Promise<void> {
  for (const schema of ['public', 'vault'])
    await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
  await sql`create schema public`.execute(db)
}

/** Migrates a database as a later version might: each table has new columns, and there is a new table. */
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

function serverUrl(): string {
  const url = process.env['DATABASE_URL']
  if (!url) throw new Error('DATABASE_URL is not set: npm test starts a private server and sets it')
  return url
}

const pooledHousehold = databasePool(serverUrl, connect)
const pooledVault = databasePool(serverUrl, connectVault)

const templates = new Map<string, Promise<void>>()

/** The name of the template, once it is made. */
async function templateOf(
  folder: string,
  fill: (url: string) => Promise<unknown>,
  addition = 'plain',
): Promise<string> {
  const hash = hashOfFiles(new URL(folder, import.meta.resolve('@night-routine/database/pulse')))
  const name = `night_routine_template_${addition}_${hash}`
  const fillAsOwner = async (url: string) => {
    await makeRoles(url, passwords)
    await fill(addressAs('owner', url))
  }
  const made = templates.get(name) ?? ensureTemplate(serverUrl(), name, fillAsOwner)
  templates.set(name, made)
  await made
  return name
}

function hashOfFiles(folder: URL) {
  const hash = createHash('sha256')
  for (const file of globSync('**/*.ts', { cwd: folder }).toSorted())
    hash.update(readFileSync(new URL(file, folder)))
  hash.update(
    readFileSync(new URL('roles.ts', import.meta.resolve('@night-routine/database/connection'))),
  )
  return hash.digest('hex').slice(0, 16)
}

/** Stores nights as they are, with their ids. */
export async function storeNights(db: Database, nights: readonly Assignment[]): Promise<void> {
  if (nights.length === 0) return
  const rows = nights.map(night => {
    const { id, caregiver, babysitter, reason, override, explanation, decidedOn } = night
    const isParents = caregiver === 'a' || caregiver === 'b'
    return sql`(${id}, ${night.night}, ${caregiver === 'babysitter' ? caregiver : 'parent'},
      ${isParents ? caregiver : null}, ${babysitter?.name ?? null}, ${reason}, ${override},
      ${explanation && JSON.stringify(explanation)}, ${decidedOn})`
  })
  await sql`insert into assignments (id, night, caregiver_type, parent, babysitter_name, reason, override,
      explanation, decided_on)
    overriding system value values ${sql.join(rows)}`.execute(db)
}
