import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { migrateWithin, migrations } from '@night-routine/database/connection'
import { vaultMigrations } from '@night-routine/database/vault'
import { backUp } from '@night-routine/operations'
import type { Client } from 'pg'
import { quoted, readMigrations, readSequences, readTables } from '../../src/recovery/catalog.ts'
import { inOneTransaction } from '../../src/recovery/database-transaction.ts'
import type { DumpedSequence, Manifest } from '../../src/recovery/manifest.ts'

/** What a release left besides its database. */
export interface ReleaseFacts {
  takenAt: string
  /** A key for tests, which encrypts nothing else. */
  secretKeys: string
  /** The calendar, as the state of the emulator. */
  calendar: object
  /** What people changed in the calendar since its last read. */
  unread: {
    /** The night that somebody gave to a babysitter by its title. */
    booked: { night: string; name: string }
    /** The night whose event was deleted. */
    deleted: string
    /** The night whose description has a line more. */
    noted: { night: string; line: string }
  }
}

/** The database of a household as a release left it, with its calendar. */
export interface Release extends ReleaseFacts {
  migrations: Manifest['migrations']
  /** Every column, constraint, index, trigger and function, one a line. */
  schema: string[]
  sequences: DumpedSequence[]
  /** Each row as JSON, by table, each table after those it references. */
  tables: Record<string, string[]>
}

/** The backup of a release in its folder. */
export const backupIn = (folder: string) => join(folder, 'household.backup')
const householdIn = (folder: string) => join(folder, 'household.json.gz')

/** Reads what `writeRelease` wrote. */
export function readRelease(folder: string): Release {
  return JSON.parse(gunzipSync(readFileSync(householdIn(folder))).toString('utf8'))
}

/** Writes the database at `url`, and a backup of it, into the folder of a release. */
export async function writeRelease(
  folder: string,
  url: string,
  facts: ReleaseFacts,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  await backUp(url, backupIn(folder), Temporal.Instant.from(facts.takenAt))
  const release: Release = await inOneTransaction(
    { url, name: 'release', snapshot: true },
    async ({ client }) => ({
      ...facts,
      migrations: await readMigrations(client),
      schema: await describeSchema(client),
      sequences: await readSequences(client),
      tables: await readRows(client),
    }),
  )
  writeFileSync(householdIn(folder), gzipSync(JSON.stringify(release), { level: 9 }))
}

/** Makes the tables of a release by the migrations that it had, and fills them. */
export async function loadRelease(url: string, release: Release): Promise<void> {
  await inOneTransaction({ url, name: 'release' }, async ({ client, trx }) => {
    const [household, vault] = [
      release.migrations.household.at(-1),
      release.migrations.vault.at(-1),
    ]
    if (household) await migrateWithin(trx, migrations, { upTo: household })
    if (vault) await migrateWithin(trx, vaultMigrations, { schema: 'vault', upTo: vault })
    const tables = Object.entries(release.tables)
    await client.query(`truncate ${tables.map(([table]) => quoted(table)).join(', ')}`)
    for (const [table, rows] of tables)
      await client.query(
        `insert into ${quoted(table)} overriding system value
          select (jsonb_populate_record(null::${quoted(table)}, row::jsonb)).* from unnest($1::text[]) as row`,
        [rows],
      )
    for (const { table, column, last } of release.sequences)
      await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [
        quoted(table),
        column,
        last,
      ])
  })
}

/** The schema of the database, as `Release` has it. */
export async function readSchema(url: string): Promise<string[]> {
  return inOneTransaction({ url, name: 'release', snapshot: true }, async ({ client }) =>
    describeSchema(client),
  )
}

/** The rows of a release that the database does not have any more, by table: a row may only have gained columns. */
export async function lostRows(url: string, release: Release): Promise<Record<string, string[]>> {
  return inOneTransaction({ url, name: 'release', snapshot: true }, async ({ client }) => {
    await client.query("set local time zone 'UTC'")
    const lost: Record<string, string[]> = {}
    for (const [table, rows] of Object.entries(release.tables)) {
      const { rows: missing } = await client.query<{ row: string }>(
        `select row from unnest($1::text[]) as row
          where row::jsonb not in (select to_jsonb(r) - array(
            select attname::text from pg_attribute
              where attrelid = $2::regclass and attnum > 0 and not ($1::text[])[1]::jsonb ? attname
          ) from ${quoted(table)} r)`,
        [rows, table],
      )
      if (missing.length > 0) lost[table] = missing.map(({ row }) => row)
    }
    return lost
  })
}

async function readRows(client: Client): Promise<Record<string, string[]>> {
  await client.query("set local time zone 'UTC'")
  const tables: Record<string, string[]> = {}
  for (const { table } of await readTables(client)) {
    const { rows } = await client.query<{ row: string }>(
      `select to_jsonb(r)::text as row from ${quoted(table)} r order by 1`,
    )
    tables[table] = rows.map(({ row }) => row)
  }
  return tables
}

/** Every column, constraint, index, trigger and function, one a line, as PostgreSQL writes them. */
async function describeSchema(client: Client): Promise<string[]> {
  const tables = (await readTables(client)).map(({ table }) => table)
  const { rows } = await client.query<{ line: string }>(
    `with ours as (select oid::regclass::oid as oid, name from unnest($1::text[]) as name,
        lateral (select name::regclass as oid) found)
      select name || ': ' || line as line from ours, lateral (
        select format('column %I %s', attname, format_type(atttypid, atttypmod))
            || case when attcollation <> typcollation then ' collate ' || attcollation::regcollation else '' end
            || case when attnotnull then ' not null' else '' end
            || case attidentity when '' then '' else ' identity ' || attidentity::text end
            || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
          from pg_attribute join pg_type on pg_type.oid = atttypid
          left join pg_attrdef on adrelid = attrelid and adnum = attnum
          where attrelid = ours.oid and attnum > 0 and not attisdropped
        union all select format('constraint %I %s', conname, pg_get_constraintdef(oid))
          from pg_constraint where conrelid = ours.oid and contype <> 'n'
        union all select pg_get_indexdef(indexrelid) from pg_index where indrelid = ours.oid
        union all select pg_get_triggerdef(oid) from pg_trigger
          where tgrelid = ours.oid and not tgisinternal
      ) as parts (line)
      union all select pg_get_functiondef(p.oid) from pg_proc p
        where pronamespace in (select oid from pg_namespace where nspname in ('public', 'vault'))
      order by 1`,
    [tables],
  )
  return rows.map(({ line }) => line)
}
