import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { migrateWithin, migrations } from '@night-routine/database'
import { vaultMigrations } from '@night-routine/database/vault'
import type { Client } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { askForAgreement } from './ask-for-agreement.ts'
import { copied, quoted, readTables } from './catalog.ts'
import { checkBackup } from './check-backup.ts'
import { readDump } from './dump-file.ts'
import { clear, requireOurs, requireQuiet, requireUnused } from './existing.ts'
import { requireKnown, type DumpedSequence, type Manifest } from './manifest.ts'
import { inOneTransaction, type Session } from './session.ts'

/** How a restore is done. */
export interface RestoreOptions {
  now: Temporal.Instant
  /** Delete what is in the database. */
  replace?: boolean
  /** The vault's folder is lost: delete its file rows, so that the files are uploaded again. */
  withoutFiles?: boolean
}

/** What was restored, and which migrations ran after it. */
export interface Restored {
  manifest: Manifest
  migrated: string[]
}

/**
 * Restores a backup in one transaction. Migrates the tables to the version of the backup,
 * fills them, and migrates them to the version of this code. Requests the jobs that bring the calendar
 * and the plan back in sync: nothing is written to the calendar until it has been read.
 * @throws RecoveryError if the backup or the database is not suitable; then nothing has changed
 */
export async function restore(
  url: string,
  path: string,
  { now, replace = false, withoutFiles = false }: RestoreOptions,
): Promise<Restored> {
  const manifest = await checkBackup(path)
  requireKnown(manifest, {
    household: Object.keys(migrations),
    vault: Object.keys(vaultMigrations),
  })
  return inOneTransaction({ url, name: 'restore' }, async session => {
    const { client, trx } = session
    await requireQuiet(client)
    await requireOurs(client)
    if (!replace) await requireUnused(client)
    await clear(client)
    await migrateTo(session, manifest)
    await fill(client, path, withoutFiles ? new Set(['vault.files']) : new Set())
    for (const sequence of manifest.sequences) await setSequence(client, sequence)
    const migrated = [
      ...(await migrateWithin(trx, migrations)),
      ...(await migrateWithin(trx, vaultMigrations, { schema: 'vault' })),
    ]
    await askForAgreement(session, { takenAt: Temporal.Instant.from(manifest.takenAt), now })
    return { manifest, migrated }
  })
}

async function migrateTo({ trx }: Session, { migrations: run }: Manifest): Promise<void> {
  const household = run.household.at(-1)
  if (household !== undefined) await migrateWithin(trx, migrations, { upTo: household })
  const vault = run.vault.at(-1)
  if (vault !== undefined)
    await migrateWithin(trx, vaultMigrations, { schema: 'vault', upTo: vault })
}

async function fill(client: Client, path: string, left: ReadonlySet<string>): Promise<void> {
  // Rows that a migration inserted are in the backup as well.
  const tables = (await readTables(client)).map(({ table }) => quoted(client, table))
  await client.query(`truncate ${tables.join(', ')}`)
  await readDump(path, async (head, rows) => {
    if (left.has(head.table)) return
    const into = client.query(copyFrom(`copy ${copied(client, head)} from stdin`))
    await pipeline(Readable.from(rows), into)
  })
}

// A number that was used once must not be reused.
async function setSequence(client: Client, { table, column, last }: DumpedSequence) {
  const name = quoted(client, table)
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3::bigint)', [
    name,
    column,
    last,
  ])
}
