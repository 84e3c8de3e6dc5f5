import { escapeIdentifier, type Client } from 'pg'
import type { DumpedSequence, TableHead } from './manifest.ts'

/** The schemas to back up. */
const schemas = ['public', 'vault']

const migratorsOwn = [
  'public.kysely_migration',
  'public.kysely_migration_lock',
  'vault.migration',
  'vault.migration_lock',
]

/** Tables whose rows are harmful after a restore, such as ended sessions, or useless, such as job requests. */
export const passingTables: ReadonlySet<string> = new Set([
  'public.sessions',
  'public.job_requests',
  'public.notification_deliveries',
  'public.calendar_sync',
  'public.restoration',
  'public.sign_in_attempts',
  'public.sign_in_addresses',
  'public.identity_states',
  'public.confirmations',
  'public.account_networks',
  'public.account_notices',
  'public.set_up_codes',
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
        and n.nspname || '.' || c.relname <> all($2)
      order by 1`,
    [schemas, migratorsOwn],
  )
  const byName = new Map(rows.map(row => [row.table, row]))
  const ordered = new Map<string, TableHead>()
  const add = (table: string, on: readonly string[]) => {
    const found = byName.get(table)
    if (found === undefined || ordered.has(table) || on.includes(table)) return
    for (const other of found.refers_to) add(other, [...on, table])
    ordered.set(table, { table, columns: found.columns })
  }
  for (const table of byName.keys()) add(table, [])
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

export async function readMigrations(client: Client) {
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
export function quoted(table: string): string {
  return table.split('.').map(escapeIdentifier).join('.')
}

/** A table with its columns, for COPY. */
export function copied({ table, columns }: TableHead): string {
  return `${quoted(table)} (${columns.map(escapeIdentifier).join(', ')})`
}
