import { Migrator } from 'kysely/migration'
import { connect } from './connect.ts'
import { migrations } from './migrations/index.ts'

/**
 * Brings the database to the version of this code: all pending migrations in one transaction, under
 * an advisory lock that a second migrator waits for. Where nothing is pending, changes nothing.
 * @returns the names of the migrations that were run
 * @throws what a migration, or the way to the database, threw; then nothing has changed
 */
export async function migrate(url: string): Promise<string[]> {
  const db = connect({ url, applicationName: 'migrate', maxConnections: 1 })
  try {
    const provider = { getMigrations: async () => migrations }
    // It never throws: what went wrong is in the result.
    const { error, results = [] } = await new Migrator({ db, provider }).migrateToLatest()
    if (error) throw error
    return results.map(({ migrationName }) => migrationName)
  } finally {
    await db.destroy()
  }
}
