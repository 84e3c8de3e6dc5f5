import { sql, type Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { openPool } from './connect.ts'
import { isAhead } from './migrate/compatibility.ts'
import { migrations } from './migrations/index.ts'

/** Brings the household's tables to the version of this code, as `runMigrations` does. */
export function migrate(url: string): Promise<string[]> {
  return runMigrations(url, migrations)
}

/**
 * Brings the database to the version of this code: all pending migrations in one transaction, under
 * an advisory lock that a second migrator waits for. Where nothing is pending, or a later version has
 * migrated already, changes nothing.
 * @param schema where the versions are written down; made if it is not there
 * @returns the names of the migrations that were run
 * @throws MigrationRefusal, or what a migration or the way to the database threw; then nothing has changed
 */
export async function runMigrations(
  url: string,
  all: Record<string, Migration>,
  schema?: string,
): Promise<string[]> {
  const db = openPool<unknown>({ url, applicationName: 'migrate', maxConnections: 1 })
  try {
    return await migrateWithin(db, all, { schema })
  } finally {
    await db.destroy()
  }
}

async function readNames<Tables>(db: Kysely<Tables>, table: string): Promise<string[]> {
  const there = await sql<{ is: boolean }>`select to_regclass(${table}) is not null as is`.execute(
    db,
  )
  if (there.rows[0]?.is !== true) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * The same on a connection, or in a transaction, that somebody else opened.
 * @param upTo the migration to stop after; all of them when left out
 */
export async function migrateWithin<Tables>(
  db: Kysely<Tables>,
  all: Record<string, Migration>,
  { schema, upTo }: { schema?: string | undefined; upTo?: string } = {},
): Promise<string[]> {
  const table = schema === undefined ? 'kysely_migration' : 'migration'
  const list = `${schema ?? 'public'}.${table}`
  if (upTo === undefined && isAhead(await readNames(db, list), Object.keys(all))) return []
  const provider = { getMigrations: async () => all }
  const migrator = new Migrator({
    db,
    provider,
    ...(schema === undefined ? {} : listsOf(schema)),
  })
  // They never throw: what went wrong is in the result.
  const { error, results = [] } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Kysely looks for its default names in every schema, and would find those of the other list. */
function listsOf(schema: string) {
  return {
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  }
}
