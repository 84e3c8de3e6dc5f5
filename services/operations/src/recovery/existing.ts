import { migrations } from '@night-routine/database/connection'
import { vaultMigrations } from '@night-routine/database/vault'
import type { Client } from 'pg'
import { passingTables, quoted, readMigrations, readTables, seededTables } from './catalog.ts'
import { RecoveryError, type Manifest } from './manifest.ts'

const services = ['web', 'webhook-ingest', 'scheduler-worker', 'publisher', 'vault']

/** The migrations that this code has. */
const known = { household: Object.keys(migrations), vault: Object.keys(vaultMigrations) }

/** @throws RecoveryError if the backup has migrations that this code does not have */
export function requireKnown({ migrations: run, product }: Manifest): void {
  for (const part of ['household', 'vault'] as const) {
    const unknown = run[part].filter(name => !known[part].includes(name))
    if (unknown.length > 0)
      throw new RecoveryError(
        `The backup was written by Night Routine ${product}, which is newer than this one: ` +
          `it knows ${unknown.join(', ')}. Restore it with that version or a later one.`,
      )
  }
}

/** @throws RecoveryError while a service is connected, because it could write stale data */
export async function requireQuiet(client: Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct application_name as name from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and application_name = any($1)
      order by 1`,
    [services],
  )
  if (rows.length > 0)
    throw new RecoveryError(
      `Stop the services first; still connected: ${rows.map(({ name }) => name).join(', ')}.`,
    )
}

/** @throws RecoveryError if the database has tables of another application */
export async function requireOurs(client: Client): Promise<void> {
  const [first] = await readTables(client)
  const { household, vault } = await readMigrations(client)
  const ours = [...known.household, ...known.vault]
  if (first !== undefined && ![...household, ...vault].some(name => ours.includes(name)))
    throw new RecoveryError(
      `This database belongs to something else: it has the table ${first.table}. ` +
        'Restore into an empty one.',
    )
}

/** @throws RecoveryError if the database has been used */
export async function requireUnused(client: Client): Promise<void> {
  for (const { table } of await readTables(client)) {
    if (seededTables.has(table) || passingTables.has(table)) continue
    const { rowCount } = await client.query(`select from ${quoted(table)} limit 1`)
    if (rowCount !== 0)
      throw new RecoveryError(
        `The database is in use: there are rows in ${table}. Restore into an empty one, or pass ` +
          '--replace to delete what is there.',
      )
  }
}
