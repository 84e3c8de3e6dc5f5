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
export async function awaitSchema(db: Database, limits: Limits = {}): Promise<void> {
  const query = sql`select from kysely_migration where name = ${latestMigration}`
  await awaitMigration(
    { name: latestMigration, isThere: async () => (await query.execute(db)).rows.length > 0 },
    limits,
  )
}

/** How long to wait for a migration. */
export interface Limits {
  signal?: AbortSignal
  timeoutMs?: number
  /** What happens between two looks; tests have their own. */
  pause?: (signal: AbortSignal) => Promise<unknown>
}

const pauseBriefly = (signal: AbortSignal) => sleep(pauseMs, undefined, { signal })

/** Waits until `isThere` says so, as `awaitSchema` does. */
export async function awaitMigration(
  { name, isThere }: { name: string | undefined; isThere: () => Promise<boolean> },
  { signal, timeoutMs, pause = pauseBriefly }: Limits,
): Promise<void> {
  const ends = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)]
  const end = AbortSignal.any(ends.filter(one => one !== undefined))
  const ended = new Promise<false>(resolve => end.addEventListener('abort', () => resolve(false)))
  let cause: unknown
  while (!end.aborted) {
    try {
      // Kysely takes a signal too, but prints on the console what fails after it.
      if (await Promise.race([isThere(), ended])) return
      if (!end.aborted) cause = undefined
    } catch (error) {
      cause = error
    }
    await pause(end).catch(() => {})
  }
  throw new Error(`The database is not there or lacks migration ${name}`, { cause })
}
