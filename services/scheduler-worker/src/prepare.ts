import { setTimeout as sleep } from 'node:timers/promises'
import { awaitSchema, seedHousehold, type Database } from '@night-routine/database'
import type { Logger } from '@night-routine/service'
import type { Config } from './config.ts'

const retryMs = 1_000

/**
 * Waits for the schema, however late it is, and gives a new household its first values; those that are
 * there stay. Answers false when `signal` ended the wait.
 */
export async function prepare(
  db: Database,
  { config, logger, signal }: { config: Config; logger: Logger; signal: AbortSignal },
): Promise<boolean> {
  while (!signal.aborted) {
    try {
      await awaitSchema(db, { signal })
      await seedHousehold(db, {
        parentA: config.PARENT_A,
        parentB: config.PARENT_B,
        timeZone: config.TIME_ZONE,
        lookAheadDays: config.LOOK_AHEAD_DAYS,
      })
      return true
    } catch (error) {
      if (signal.aborted) break
      logger.warn({ err: error }, 'the household is not there yet')
      await sleep(retryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return false
}
