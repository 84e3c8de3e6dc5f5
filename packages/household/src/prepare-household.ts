import { setTimeout as sleep } from 'node:timers/promises'
import { awaitSchema, type Database } from '@night-routine/database/connection'
import { seedHousehold } from '@night-routine/database/nights'

/** The initial settings of a household. */
export interface FirstSettings {
  PARENT_A?: string
  PARENT_B?: string
  TIME_ZONE?: string
  LOOK_AHEAD_DAYS: number
}

const retryMs = 1_000

/** Gives a new household its initial settings; existing ones stay. */
export async function seedSettings(db: Database, settings: FirstSettings) {
  await seedHousehold(db, {
    parentA: settings.PARENT_A ?? null,
    parentB: settings.PARENT_B ?? null,
    timeZone: settings.TIME_ZONE ?? null,
    lookAheadDays: settings.LOOK_AHEAD_DAYS,
  })
}

/**
 * Waits for the database schema and gives a new household its initial settings; existing ones stay.
 * `onFailure` is called after each failed attempt, and `onWaiting` every few seconds while the database or its schema
 * is not there. Returns false when `signal` ended the wait.
 */
export async function prepareHousehold(options: {
  db: Database
  settings: FirstSettings
  onFailure: (error: unknown) => void
  onWaiting: (obstacle: unknown) => void
  signal: AbortSignal
}): Promise<boolean> {
  const { db, settings, onFailure, onWaiting, signal } = options
  while (!signal.aborted) {
    try {
      await awaitSchema(db, { signal, onWaiting })
      await seedSettings(db, settings)
      return true
    } catch (error) {
      if (signal.aborted) break
      onFailure(error)
      await sleep(retryMs, undefined, { signal }).catch(() => undefined)
    }
  }
  return false
}
