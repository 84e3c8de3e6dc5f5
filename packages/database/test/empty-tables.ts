import type { Database } from '@night-routine/database'
import { emptyTables, testDatabase } from '@night-routine/database/testing'
import t from 'tap'

let shared: ReturnType<typeof testDatabase> | undefined

/** A database with empty tables that the tests of this package share. */
export async function withEmptyTables(): Promise<{ db: Database; url: string }> {
  shared ??= testDatabase(t)
  await emptyTables((await shared).db)
  return shared
}
