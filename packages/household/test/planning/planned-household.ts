import { householdTransaction, type Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import {
  readNights,
  type Caregiver,
  type FirstValues,
  type ParentId,
} from '@night-routine/database/nights'
import { planHousehold, type Actor } from '@night-routine/household'
import { day, fix, plain, schedule } from '@night-routine/testing/household'
import { seededDatabase } from '../shared-household.ts'

export const instant = (text: string) => Temporal.Instant.from(text)
export { day, fix } from '@night-routine/testing/household'

/** 18:00 in Paris, on 20 November 2026. */
export const evening = instant('2026-11-20T17:00:00Z')

/** A seeded household, and what tests do with its plan. */
export async function household(first: Partial<FirstValues> = {}) {
  const db = await seededDatabase(first)
  return { db, ...actions(db) }
}

function actions(db: Database) {
  const stored = (from = '2000-01-01', to = '2200-01-01') => readNights(db, day(from), day(to))
  return {
    plan: async (now = evening, actor: Actor = schedule) => {
      const origin = { now, actor }
      const planned = await householdTransaction(db, trx => planHousehold(trx, origin))
      return plain({ changed: planned.changed, openNights: planned.openNights })
    },
    stored,
    /** "2026-11-20 a", in order. */
    nights: async (from?: string, to?: string) =>
      (await stored(from, to)).map(
        ({ night, caregiver }) => `${night.toString()} ${caregiver ?? 'open'}`,
      ),
    fix: (night: string, caregiver: Caregiver) => fix(db, night, caregiver),
    away: async (parent: ParentId, from: string, to = from) => {
      await db
        .insertInto('absences')
        .values({ parent, first_night: from, last_night: to })
        .execute()
    },
    set: async (values: {
      look_ahead_days?: number
      past_limit_days?: number
      count_from?: string
      time_zone?: string
    }) => {
      await db.updateTable('settings').set(values).execute()
    },
    history: async () =>
      plain(
        await db
          .selectFrom('history')
          .select(['actor_kind', 'actor', 'action', 'night', 'before', 'after'])
          .orderBy('id')
          .execute(),
      ),
    pushRequests: async () =>
      Number((await readJobRequests(db)).find(({ kind }) => kind === 'push')?.requestNumber ?? 0n),
  }
}
