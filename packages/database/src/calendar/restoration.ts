import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import { renewOwnCalendar } from './own-events.ts'

/**
 * When the backup was taken that was restored, and when that was, until what the calendar knows since has been learned;
 * undefined otherwise.
 */
export async function readRestoration(q: Queryable) {
  return q
    .selectFrom('restoration')
    .select(['taken_at as takenAt', 'restored_at as restoredAt'])
    .where('learned_at', 'is', null)
    .executeTakeFirst()
}

/** Notes that everything here is of `takenAt`. */
export async function saveRestoration(trx: Transaction, takenAt: Temporal.Instant) {
  await trx.deleteFrom('restoration').execute()
  await trx
    .insertInto('restoration')
    .values({ taken_at: takenAt, restored_at: sql`now()` })
    .execute()
  await renewOwnCalendar(trx)
}

/** Notes that the calendar was read, and what it knew was learned. */
export async function endRestoration(trx: Transaction) {
  await trx
    .updateTable('restoration')
    .set({ learned_at: sql`now()` })
    .where('learned_at', 'is', null)
    .execute()
}
