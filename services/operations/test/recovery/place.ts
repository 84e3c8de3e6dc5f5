import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { readFileSync, writeFileSync } from 'node:fs'
import { migrate, type Database } from '@night-routine/database/connection'
import { seedHousehold } from '@night-routine/database/nights'
import { emptyDatabase, testDatabase } from '@night-routine/testing/database'
import { migrateVault } from '@night-routine/database/vault'
import { sql } from 'kysely'
import type { Test } from 'tap'

export const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

/** A folder that is deleted after the test. */
export async function folderOf(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'night-routine-'))
  t.teardown(() => rm(folder, { recursive: true }))
  return folder
}

/** A household with rows in several tables; `hasVault` adds the empty tables of a vault host. */
export async function livedIn(t: Test, { hasVault = false } = {}) {
  const { db, url } = await testDatabase(t)
  if (hasVault) await migrateVault(url)
  await seedHousehold(db, {
    parentA: 'Alex',
    parentB: 'Robin',
    timeZone: 'Europe/Paris',
    lookAheadDays: 30,
  })
  await sql`insert into assignments (night, caregiver_type, parent, reason, decided_on, explanation)
    values ('2026-11-20', 'parent', 'a', 'Alternating', '2026-11-19', '{"totals": {"a": 1}}')`.execute(
    db,
  )
  await sql`insert into history (at, actor_kind, action) values (now(), 'schedule', 'planned')`.execute(
    db,
  )
  await sql`insert into sessions (token_hash, email, subject, created_at, last_seen_at)
    values ('h', 'alex@example.com', 's', now(), now())`.execute(db)
  return { db, url, file: join(await folderOf(t), 'household.backup') }
}

/** A database with nothing in it, or with empty tables. */
export async function otherDatabase(t: Test, { migrated = false } = {}) {
  const other = await emptyDatabase(t)
  if (migrated) await migrate(other.url)
  return other
}

/** Every row as text, by table, except those of the tables in `without`. */
export async function contentsOf(db: Database, without: ReadonlySet<string> = new Set()) {
  const { rows: tables } = await sql<{ name: string }>`
    select schemaname || '.' || tablename as name from pg_tables
      where schemaname in ('public', 'vault') order by 1`.execute(db)
  const contents: Record<string, string[]> = {}
  for (const { name } of tables) {
    if (without.has(name)) continue
    const { rows } = await sql<{ row: string }>`
      select r::text as row from ${sql.table(name)} r order by 1`.execute(db)
    contents[name] = rows.map(({ row }) => row)
  }
  return contents
}

/** Changes the text inside a backup. */
export function rewrite(file: string, change: (text: string) => string): void {
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString('utf8'))))
}
