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
    const provider = { getMigrations: async () => all }
    // It never throws: what went wrong is in the result.
    const { error, results = [] } = await new Migrator({
      db,
      provider,
      ...(schema === undefined ? {} : listsOf(schema)),
    }).migrateToLatest()
    if (error) throw error
    return results.map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}

/** Names of their own: Kysely looks for its usual ones in every schema, and would find the wrong ones. */
function listsOf(schema: string) {
  return {
    migrationTableSchema: schema,
    migrationTableName: 'migration',
    migrationLockTableName: 'migration_lock',
  }
}
