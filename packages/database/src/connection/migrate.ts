import { promises as fs } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql, type Kysely } from 'kysely'
import { FileMigrationProvider, Migrator, type Migration } from 'kysely/migration'
import { openPool, usualTimeoutMs, type Database } from './connect.ts'
import { grantToRoles } from './roles.ts'
import { isLockHeld } from './transaction.ts'

/**
 * The migrations in a folder of this package, by name, oldest first. Forward only: a released migration is never
 * edited.
 */
export async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const provider = new FileMigrationProvider({
    fs,
    path,
    migrationFolder: path.join(import.meta.dirname, '..', folder),
    // Each file exports one migration, under its own name.
    import: async (file: string) => {
      const exported: Record<string, unknown> = await import(file)
      return { default: Object.values(exported)[0] }
    },
  })
  const found = await provider.getMigrations()
  return Object.fromEntries(
    Object.entries(found).toSorted(([one], [other]) => (one < other ? -1 : 1)),
  )
}

/** The migrations of the household's tables. */
export const migrations = await readMigrations('migrations')

/** The version that this code needs. */
export const latestMigration = Object.keys(migrations).at(-1)

/** The database was not brought to this version; the message says why, and what to do. */
export class MigrationRefusal extends Error {
  override name = 'MigrationRefusal'
}

/** What to do while another migration, or a service, holds what this one needs. */
export interface MigrationWait {
  /** Called each time the wait for a lock has ended without it; then the migration starts again. Unset: it fails. */
  onWaiting?: (reason: unknown) => void
  /** Ends the wait. */
  signal?: AbortSignal
  /** How long one wait for a lock takes; tests wait for less. */
  timeoutMs?: number
}

/** Brings the household's tables to the version of this code, as `runMigrations` does. */
export function migrate(url: string, wait?: MigrationWait): Promise<string[]> {
  return runMigrations(url, migrations, { wait })
}

/**
 * Brings the database to the version of this code: all pending migrations in one transaction, under
 * an advisory lock that a second migrator waits for. Where nothing is pending, or a later version has
 * migrated already, changes no table. Then grants each role what it needs.
 * @param options.schema where the list of versions is; created if it is missing
 * @returns the names of the migrations that were run
 * @throws MigrationRefusal, or what a migration or the connection threw; then nothing has changed
 */
export async function runMigrations(
  url: string,
  all: Record<string, Migration>,
  { schema, wait = {} }: { schema?: string; wait?: MigrationWait | undefined } = {},
): Promise<string[]> {
  const { onWaiting, signal, timeoutMs = usualTimeoutMs } = wait
  const db = openPool<unknown>({ url, applicationName: 'migrate', maxConnections: 1, timeoutMs })
  try {
    for (;;) {
      try {
        const names = await migrateWithin(db, all, { schema })
        await grantToRoles(db)
        return names
      } catch (error) {
        if (!isLockHeld(error) || onWaiting === undefined || signal?.aborted) throw error
        onWaiting(error)
      }
    }
  } finally {
    await db.destroy()
  }
}

/**
 * The same on a connection, or in a transaction, that is open already.
 * @param upTo the migration to stop after; all of them when left out
 */
export async function migrateWithin<Tables>(
  db: Kysely<Tables>,
  all: Record<string, Migration>,
  { schema, upTo }: { schema?: string | undefined; upTo?: string } = {},
): Promise<string[]> {
  const table = schema === undefined ? 'kysely_migration' : 'migration'
  const list = `${schema ?? 'public'}.${table}`
  if (upTo === undefined && isAhead(await readNames(db, list), Object.keys(all))) return []
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => all },
    // Kysely looks for its default names in every schema, and would find those of the other list.
    ...(schema !== undefined && {
      migrationTableSchema: schema,
      migrationTableName: table,
      migrationLockTableName: 'migration_lock',
    }),
  })
  // The migrator never throws: the error is in the result.
  const { error, results = [] } =
    upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo)
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

async function readNames<Tables>(db: Kysely<Tables>, table: string): Promise<string[]> {
  const found = await sql`select where to_regclass(${table}) is not null`.execute(db)
  if (found.rows.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(table)}`.execute(db)
  return rows.map(({ name }) => name)
}

/** A migration that removes something, named for the migration that code must know to work without it. */
const contract = /-contract-after-(\d+)-/

/**
 * Whether a newer version has migrated this database and this version can use it as it is: a newer version
 * only adds, until a contract removes what this version needs (docs/upgrading.md).
 * @param run the migrations of the database
 * @param known the migrations of this version
 * @throws MigrationRefusal when the database belongs to a version that this one cannot replace
 */
function isAhead(run: readonly string[], known: readonly string[]): boolean {
  const unknown = run.filter(name => !known.includes(name))
  if (unknown.length === 0) return false
  const last = known.toSorted().at(-1) ?? ''
  const added = unknown.every(name => name > last) && known.every(name => run.includes(name))
  if (!added)
    throw new MigrationRefusal(
      `The database belongs to another version of Night Routine: it has the migration ${unknown[0]}. ` +
        'Start that version, or use an empty database.',
    )
  const beyond = unknown.find(name => needsNewerThan(known, name))
  if (beyond !== undefined)
    throw new MigrationRefusal(
      `The database belongs to a newer version of Night Routine: it has the migration ${beyond}. Start that ` +
        'version again, or restore a backup of this version into an empty database.',
    )
  return true
}

function needsNewerThan(known: readonly string[], name: string): boolean {
  const [, needed] = contract.exec(name) ?? []
  return needed !== undefined && !known.some(one => one.startsWith(`${needed}-`))
}

/** How long to wait for a migration, and who hears of the wait. */
export interface Limits {
  signal?: AbortSignal
  timeoutMs?: number
  /** Waits between two checks; tests have their own. */
  pause?: (signal: AbortSignal) => Promise<unknown>
  /** Called with the obstacle when the wait starts, and every few seconds of it. */
  onWaiting?: (obstacle: unknown) => void
  /** How often `onWaiting` is called; tests have their own interval. */
  sayEveryMs?: number
  /** A monotonic clock; tests have their own. */
  now?: () => number
}

const usualSayEveryMs = 5_000

/**
 * Waits until the migrations that this code needs have been run, also while the database cannot be
 * reached; a database of a later version will do. Migrates nothing.
 * @throws Error with the last obstacle as its cause: after `timeoutMs` (unset: never), or when
 * `signal` is aborted
 */
export async function awaitSchema(db: Database, limits: Limits = {}) {
  const query = sql`select from kysely_migration where name = ${latestMigration}`
  const isThere = async () => (await query.execute(db)).rows.length > 0
  await awaitMigration({ name: latestMigration, isThere }, limits)
}

const pauseBriefly = (signal: AbortSignal) => sleep(250, undefined, { signal })

/** Waits until `isThere` says so, as `awaitSchema` does. */
export async function awaitMigration(
  { name, isThere }: { name: string | undefined; isThere: () => Promise<boolean> },
  limits: Limits,
) {
  const { signal, timeoutMs, pause = pauseBriefly, onWaiting } = limits
  const { sayEveryMs = usualSayEveryMs, now = () => performance.now() } = limits

  const ends = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)]
  const end = AbortSignal.any(ends.filter(one => one !== undefined))
  const ended = new Promise<false>(resolve => end.addEventListener('abort', () => resolve(false)))
  let cause: unknown
  let saidAt = -Infinity
  while (!end.aborted) {
    try {
      // Kysely takes a signal too, but prints on the console what fails after it.
      if (await Promise.race([isThere(), ended])) return
      if (!end.aborted) cause = undefined
    } catch (error) {
      cause = error
    }
    if (!end.aborted && now() - saidAt >= sayEveryMs) {
      saidAt = now()
      onWaiting?.(cause ?? new Error(`The database lacks migration ${name}`))
    }
    await pause(end).catch(() => {})
  }
  throw new Error(`The database is not there or lacks migration ${name}`, { cause })
}
