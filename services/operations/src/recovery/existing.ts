import { migrations } from '@night-routine/database'
import { vaultMigrations } from '@night-routine/database/vault'
import type { Client } from 'pg'
import { passingTables, quoted, readMigrations, readTables, seededTables } from './catalog.ts'
import { RecoveryError } from './recovery-error.ts'

const services = ['web', 'webhook-ingest', 'scheduler-worker', 'publisher', 'vault']

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
  const tables = await readTables(client)
  const run = await readMigrations(client)
  const known = [...Object.keys(migrations), ...Object.keys(vaultMigrations)]
  const ours = [...run.household, ...run.vault]
  if (tables.length > 0 && !ours.some(name => known.includes(name)))
    throw new RecoveryError(
      `This database belongs to something else: it has the table ${tables[0]?.table}. ` +
        'Restore into an empty one.',
    )
}

/** @throws RecoveryError if the database has been used */
export async function requireUnused(client: Client): Promise<void> {
  for (const { table } of await readTables(client)) {
    if (seededTables.has(table) || passingTables.has(table)) continue
    const { rowCount } = await client.query(`select from ${quoted(client, table)} limit 1`)
    if (rowCount !== 0)
      throw new RecoveryError(
        `The database is in use: there are rows in ${table}. Restore into an empty one, or pass ` +
          '--replace to delete what is there.',
      )
  }
}

/** Drops all our tables and functions; the migrations create them again. */
export async function clear(client: Client): Promise<void> {
  const { rows } = await client.query<{ drop: string }>(
    `select format('drop table %I.%I cascade', schemaname, tablename) as drop from pg_tables
        where schemaname in ('public', 'vault')
      union all
      select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
        where p.pronamespace in (select oid from pg_namespace where nspname in ('public', 'vault'))
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
  )
  for (const { drop } of rows) await client.query(drop)
}
