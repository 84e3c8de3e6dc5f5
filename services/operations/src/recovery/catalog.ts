import type { Client } from 'pg'
import type { DumpedSequence } from './manifest.ts'
import type { TableHead } from './dump-file.ts'

/** The schemas to back up; that of the queue only has wake-ups. */
const schemas = ['public', 'vault']

/** The table of executed migrations. */
const migratorsOwn = new Set([
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'vault.migration',
  'vault.migration_lock',
])

/**
 * Tables whose rows are useless or harmful after a restore: sessions that were ended since would
 * become valid again, sync tokens and job requests are out of date, and notifications would be sent twice.
 */
export const passingTables: ReadonlySet<string> = new Set([
  'public.sessions',
  'public.job_requests',
  'public.notification_deliveries',
  'public.calendar_sync',
  'public.restoration',
  'vault.tokens',
  'vault.sign_in_attempts',
  'vault.sign_in_addresses',
])

/** Tables that have rows in an unused database. */
export const seededTables: ReadonlySet<string> = new Set([
  'public.notification_cursor',
  'public.parents',
  'public.settings',
  'public.publication',
  'public.job_requests',
])

/** All tables to back up, each after those it references. */
export async function readTables(client: Client): Promise<TableHead[]> {
  const { rows } = await client.query<TableHead & { refers_to: string[] }>(
    `select n.nspname || '.' || c.relname as table,
        array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0
          and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
        array(select fn.nspname || '.' || fc.relname from pg_constraint k
          join pg_class fc on fc.oid = k.confrelid join pg_namespace fn on fn.oid = fc.relnamespace
          where k.conrelid = c.oid and k.contype = 'f') as refers_to
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and n.nspname = any($1)
      order by 1`,
    [schemas],
  )
  const byName = new Map(
    rows.filter(row => !migratorsOwn.has(row.table)).map(row => [row.table, row]),
  )
  const ordered = new Map<string, TableHead>()
  const add = (name: string, on: readonly string[]) => {
    const found = byName.get(name)
    if (found === undefined || ordered.has(name) || on.includes(name)) return
    for (const other of found.refers_to) add(other, [...on, name])
    ordered.set(name, { table: name, columns: found.columns })
  }
  for (const name of byName.keys()) add(name, [])
  return [...ordered.values()]
}

/** The last number of each identity column that has been used. */
export async function readSequences(client: Client): Promise<DumpedSequence[]> {
  const { rows } = await client.query<DumpedSequence>(
    `select n.nspname || '.' || c.relname as table, a.attname::text as column, s.last_value::text as last
      from pg_attribute a
      join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
      join pg_sequences s on format('%I.%I', s.schemaname, s.sequencename)
        = pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname)
      where a.attidentity <> '' and n.nspname = any($1) and s.last_value is not null
      order by 1, 2`,
    [schemas],
  )
  return rows
}

/** The executed migrations, oldest first; empty if the part is not installed. */
export async function readMigrations(
  client: Client,
): Promise<{ household: string[]; vault: string[] }> {
  return {
    household: await readNames(client, 'public.kysely_migration'),
    vault: await readNames(client, 'vault.migration'),
  }
}

async function readNames(client: Client, table: string): Promise<string[]> {
  const { rows: found } = await client.query('select where to_regclass($1) is not null', [table])
  if (found.length === 0) return []
  const { rows } = await client.query<{ name: string }>(`select name from ${table} order by name`)
  return rows.map(({ name }) => name)
}

/** The quoted name of a table. */
export function quoted(client: Client, table: string): string {
  return table
    .split('.')
    .map(part => client.escapeIdentifier(part))
    .join('.')
}

/** A table with its columns, for COPY. */
export function copied(client: Client, { table, columns }: TableHead): string {
  const names = columns.map(column => client.escapeIdentifier(column)).join(', ')
  return `${quoted(client, table)} (${names})`
}
