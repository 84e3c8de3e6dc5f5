import type { Database } from '@night-routine/database/connection'
import type { FirstValues } from '@night-routine/database/nights'
import { emptyTables, testDatabase } from '@night-routine/testing/database'
import { seed, startLiving } from '@night-routine/testing/household'
import t from 'tap'

let shared: ReturnType<typeof testDatabase> | undefined

/**
 * A new household in a database that the tests of this package share. It replaces the previous one, so a test
 * that compares two needs its own database for one of them.
 */
export async function seededDatabase(first: Partial<FirstValues> = {}): Promise<Database> {
  shared ??= testDatabase(t)
  const { db } = await shared
  await emptyTables(db)
  await seed(db, first)
  return db
}

/** The same, with its nights planned ten days ago and today. */
export async function livingHousehold(first: Partial<FirstValues> = {}) {
  return startLiving(await seededDatabase(first))
}
