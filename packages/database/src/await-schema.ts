import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database } from './connect.ts'
import { latestMigration } from './migrations/index.ts'

const pauseMs = 250

/**
 * Waits until the migrations that this code needs have been run, also while the database cannot be
 * reached; a database that is further on will do. Migrates nothing.
 * @throws Error that says what is missing: after `timeoutMs` (unset: it waits on), or on `signal`
 */
export async function awaitSchema(
  db: Database,
  { signal, timeoutMs }: { signal?: AbortSignal; timeoutMs?: number } = {},
): Promise<void> {
  const ends = [signal, timeoutMs === undefined ? undefined : AbortSignal.timeout(timeoutMs)]
  const end = AbortSignal.any(ends.filter(one => one !== undefined))
  let missing = await whatIsMissing(db, end)
  while (missing !== null) {
    if (end.aborted) throw missing
    await sleep(pauseMs, undefined, { signal: end }).catch(() => {})
    missing = await whatIsMissing(db, end)
  }
}

async function whatIsMissing(db: Database, end: AbortSignal): Promise<Error | null> {
  const given = Promise.withResolvers<never>()
  end.addEventListener('abort', () => given.reject(end.reason), { once: true })
  try {
    const { rows } = await Promise.race([
      sql`select from kysely_migration where name = ${latestMigration}`.execute(db),
      given.promise,
    ])
    return rows.length > 0 ? null : new Error(`The database lacks migration ${latestMigration}`)
  } catch (cause) {
    return new Error(`The database is not there, or was never migrated`, { cause })
  }
}
