import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readChannels, retireChannel, saveRestoration } from '@night-routine/database/calendar'
import { noteClock } from '@night-routine/database/clock'
import {
  grantToRoles,
  migrateWithin,
  migrations,
  type TokenKeys,
} from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { vaultMigrations } from '@night-routine/database/vault'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { copied, passingTables, quoted, readTables } from './catalog.ts'
import { checkBackup, readDump } from './dump-file.ts'
import { requireKnown, requireOurs, requireQuiet, requireUnused } from './existing.ts'
import { countUse } from './keys.ts'
import { RecoveryError, type Manifest } from './manifest.ts'
import { inOneTransaction, type DatabaseTransaction } from './database-transaction.ts'

/** How a restore is done. */
interface RestoreOptions {
  now: Temporal.Instant
  /** Delete what is in the database. */
  replace?: boolean
  /** The vault's folder is lost: delete its file rows, so that the files are uploaded again. */
  withoutFiles?: boolean
  /** Refuse a backup that needs other keys than these. */
  onlyWith?: TokenKeys | undefined
}

/**
 * Restores a backup in one transaction: migrates to its version, fills the tables, and migrates to this one. Nothing is
 * written to the calendar until it has been read. @throws RecoveryError if it is not suitable; then nothing changed
 */
export async function restore(
  url: string,
  path: string,
  { now, replace = false, withoutFiles = false, onlyWith }: RestoreOptions,
): Promise<{ manifest: Manifest; migrated: string[] }> {
  const manifest = await checkBackup(path)
  requireKnown(manifest)
  return inOneTransaction({ url, name: 'restore' }, async session => {
    const { client, trx } = session
    await requireQuiet(client)
    await requireOurs(client)
    if (!replace) await requireUnused(client)
    await clear(client)
    await migrateTo(session, manifest)
    await fill(client, path, withoutFiles ? 'vault.files' : undefined)
    // A number that was used once must not be reused.
    const setSequence = 'select setval(pg_get_serial_sequence($1, $2), $3::bigint)'
    for (const { table, column, last } of manifest.sequences)
      await client.query(setSequence, [quoted(table), column, last])
    const migrated = [
      ...(await migrateWithin(trx, migrations)),
      ...(await migrateWithin(trx, vaultMigrations, { schema: 'vault' })),
    ]
    if (onlyWith && (await countUse(session, onlyWith, false)).unreadable.length > 0)
      throw new RecoveryError(
        'These are not the keys of this backup. Take those of the machine that wrote it.',
      )
    await askForAgreement(session, { takenAt: Temporal.Instant.from(manifest.takenAt), now })
    await grantToRoles(trx)
    return { manifest, migrated }
  })
}

/** Drops all our tables and functions; the migrations create them again. */
async function clear(client: Client): Promise<void> {
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

async function migrateTo({ trx }: DatabaseTransaction, { migrations: run }: Manifest) {
  const [household, vault] = [run.household.at(-1), run.vault.at(-1)]
  if (household) await migrateWithin(trx, migrations, { upTo: household })
  if (vault) await migrateWithin(trx, vaultMigrations, { schema: 'vault', upTo: vault })
}

async function fill(client: Client, path: string, skippedTable: string | undefined): Promise<void> {
  // Rows that a migration inserted are in the backup as well.
  const tables = (await readTables(client)).map(({ table }) => quoted(table))
  await client.query(`truncate ${tables.join(', ')}`)
  await readDump(path, async (head, rows) => {
    if (head.table === skippedTable) return
    const into = client.query(copyFrom(`copy ${copied(head)} from stdin`))
    await pipeline(Readable.from(rows), into)
  })
}

interface Moments {
  takenAt: Temporal.Instant
  now: Temporal.Instant
}

/** Requests the jobs that bring calendar and plan back in sync; the calendar has what happened since. */
async function askForAgreement({ trx }: DatabaseTransaction, { takenAt, now }: Moments) {
  for (const { channelId } of await readChannels(trx)) await retireChannel(trx, channelId, now)
  await saveRestoration(trx, takenAt)
  await noteClock(trx, now)
  for (const kind of ['channel', 'plan', 'pull', 'push'] as const) await requestJob(trx, kind)
  const publishes = await trx.selectFrom('settings').select('publish').executeTakeFirst()
  if (publishes?.publish === true) await requestJob(trx, 'publish')
}

/** The same after PostgreSQL was restored by other means: deletes what must not be valid. @throws RecoveryError */
export async function noteRestored(url: string, when: Moments): Promise<void> {
  await inOneTransaction({ url, name: 'restore' }, async session => {
    const { client } = session
    await requireQuiet(client)
    await requireOurs(client)
    for (const { table } of await readTables(client))
      if (passingTables.has(table)) await client.query(`delete from ${quoted(table)}`)
    await askForAgreement(session, when)
  })
}
