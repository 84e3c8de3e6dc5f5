import { sql } from 'kysely'
import {
  awaitMigration,
  readMigrations,
  runMigrations,
  type Limits,
  type MigrationWait,
} from '../connection/migrate.ts'
import type { VaultDatabase } from './schema.ts'

export const vaultMigrations = await readMigrations('vault/migrations')

const latestMigration = Object.keys(vaultMigrations).at(-1) ?? ''

/** Brings the schema `vault` to the version of this code; it keeps its own list of versions. */
export function migrateVault(url: string, wait?: MigrationWait): Promise<string[]> {
  return runMigrations(url, vaultMigrations, { schema: 'vault', wait })
}

/** Waits until the tables of the vault host are as this code needs them. */
export async function awaitVaultSchema(db: VaultDatabase, limits: Limits = {}) {
  const query = sql`select from vault.migration where name = ${latestMigration}`
  const isThere = async () => (await query.execute(db)).rows.length > 0
  await awaitMigration({ name: latestMigration, isThere }, limits)
}
