import { awaitSchema, seedHousehold, type Database } from '@night-routine/database'
import type { Config } from './config.ts'

/**
 * Waits for the schema and gives a new household its first values; those that are there stay. The
 * service listens meanwhile and is not ready: a database that comes late needs no restart.
 */
export async function prepareHousehold(db: Database, config: Config, signal: AbortSignal) {
  await awaitSchema(db, { signal })
  await seedHousehold(db, {
    parentA: config.PARENT_A,
    parentB: config.PARENT_B,
    timeZone: config.TIME_ZONE,
    lookAheadDays: config.LOOK_AHEAD_DAYS,
  })
}
