import type { ParentId } from '@night-routine/fairness'
import type { Queryable, Transaction } from '../connection/connect.ts'

/** Weekdays on which a parent is away, every so many weeks, or a cycle of days. */
export interface RepeatingAbsence {
  parent: ParentId
  /** ISO weekdays, 1 (Monday) to 7; at least one, but none with a cycle. */
  weekdays: number[]
  /** 1 is every week, up to 8. Weeks are counted from the ISO week of `from`. */
  everyWeeks: number
  /** Nights away, at home, away, and so on, from `from` on; then it begins again. */
  cycle?: number[]
  from: Temporal.PlainDate
  /** Null: no end. */
  to: Temporal.PlainDate | null
}

/** A repeating absence on record. */
export interface RecordedRepeatingAbsence extends RepeatingAbsence {
  id: bigint
}

/** Every repeating absence on record, the earliest first. */
export async function readRepeatingAbsences(q: Queryable): Promise<RecordedRepeatingAbsence[]> {
  const rows = await q
    .selectFrom('repeating_absences')
    .select(['id', 'parent', 'weekdays', 'every_weeks as everyWeeks', 'cycle'])
    .select(['first_night as from', 'last_night as to'])
    .orderBy('first_night')
    .orderBy('id')
    .execute()
  return rows.map(({ cycle, ...row }) => (cycle === null ? row : { ...row, cycle }))
}

/** Records a repeating absence; its id. Call it under the household lock. */
export async function insertRepeatingAbsence(
  trx: Transaction,
  { parent, weekdays, everyWeeks, cycle, from, to }: RepeatingAbsence,
): Promise<bigint> {
  const { id } = await trx
    .insertInto('repeating_absences')
    .values({
      parent,
      weekdays,
      every_weeks: everyWeeks,
      cycle: cycle ?? null,
      first_night: from,
      last_night: to,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes a repeating absence. Call it under the household lock. */
export async function deleteRepeatingAbsence(trx: Transaction, id: bigint): Promise<void> {
  await trx.deleteFrom('repeating_absences').where('id', '=', id).execute()
}
