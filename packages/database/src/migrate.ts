import type { Kysely } from 'kysely'
import { Migrator, type Migration } from 'kysely/migration'
import { openPool } from './connect.ts'
import { migrations } from './migrations/index.ts'

/** Brings the household's tables to the version of this code, as `runMigrations` does. */
export function migrate(url: string): Promise<string[]> {
  return runMigrations(url, migrations)
}

/**
 * Brings the database to the version of this code: all pending migrations in one transaction, under
 * an advisory lock that a second migrator waits for. Where nothing is pending, changes nothing.
 * @param schema where the versions are written down; made if it is not there
 * @returns the names of the migrations that were run
 * @throws what a migration, or the way to the database, threw; then nothing has changed
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

/**
 * The same on a connection, or in a transaction, that somebody else opened.
 * @param upTo the migration to stop after; all of them when left out
 */
export async function migrateWithin<Tables>(
  db: Kysely<Tables>,
  all: Record<string, Migration>,
  { schema, upTo }: { schema?: string | undefined; upTo?: string } = {},
): Promise<string[]> {
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

/** Names of their own: Kysely looks for its usual ones in every schema, and would find the wrong ones. */
function listsOf(schema: string) {
  return {
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  }
}
