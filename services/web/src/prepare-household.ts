import { setTimeout as sleep } from 'node:timers/promises'
import { awaitSchema, seedHousehold, type Database } from '@night-routine/database'
import type { Logger } from '@night-routine/service'
import type { Config } from './config.ts'

const retryMs = 1_000

export interface PrepareOptions {
  db: Database
  config: Config
  logger: Logger
  /** Ends the wait. */
  signal: AbortSignal
}

/**
 * Waits for the schema and gives a new household its first values; those that are there stay. The
 * service listens meanwhile and is not ready: a database that comes late needs no restart.
 */
export async function prepareHousehold({ db, config, logger, signal }: PrepareOptions) {
  while (!signal.aborted) {
    try {
      await awaitSchema(db, { signal })
      return await seedHousehold(db, {
        parentA: config.PARENT_A,
        parentB: config.PARENT_B,
        timeZone: config.TIME_ZONE,
        lookAheadDays: config.LOOK_AHEAD_DAYS,
      })
    } catch (error) {
      if (signal.aborted) return
      logger.warn({ err: error }, 'the household is not there yet')
      await sleep(retryMs, undefined, { signal }).catch(() => {})
    }
  }
}
