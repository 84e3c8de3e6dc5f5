import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { latestMigration } from './migrations/index.ts'

const pauseMs = 250

/**
 * Waits until the migrations that this code needs have been run, also while the database cannot be
 * reached; a database that is further on will do. Migrates nothing.
 * @throws Error with the last obstacle as its cause: after `timeoutMs` (unset: it waits on), or when
 * `signal` is aborted
 */
export async function awaitSchema(
  db: Database,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<void> {
  const ends = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)]
  const end = AbortSignal.any(ends.filter(one => one !== undefined))
  const ended = new Promise<false>(resolve => end.addEventListener('abort', () => resolve(false)))
  let cause: unknown
  while (!end.aborted) {
    try {
      // Kysely takes a signal too, but prints on the console what fails after it.
      if (await Promise.race([isMigrated(db), ended])) return
      if (!end.aborted) cause = undefined
    } catch (error) {
      cause = error
    }
    await sleep(pauseMs, undefined, { signal: end }).catch(() => {})
  }
  throw new Error(`The database is not there or lacks migration ${latestMigration}`, { cause })
}

async function isMigrated(db: Database) {
  const query = sql`select from kysely_migration where name = ${latestMigration}`
  return (await query.execute(db)).rows.length > 0
}
