import { awaitMigration, runMigrations, type Limits } from '../migrate.ts'
import type { VaultDatabase } from './schema.ts'
import { latestMigration, migrations } from './migrations/index.ts'

/** Brings the schema `vault` to the version of this code; it keeps its own list of versions. */
export function migrateVault(url: string): Promise<string[]> {
  return runMigrations(url, migrations, 'vault')
}

/** Waits until the tables of the vault host are as this code needs them. */
export async function awaitVaultSchema(db: VaultDatabase, limits: Limits = {}): Promise<void> {
  const isThere = async () => {
    const found = await db
      .selectFrom('vault.migration')
      .select('name')
      .where('name', '=', latestMigration)
      .execute()
    return found.length > 0
  }
  await awaitMigration({ name: latestMigration, isThere }, limits)
}
