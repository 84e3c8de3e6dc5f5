import { civilDate } from './civil-date.ts'
import type { Queryable, Transaction } from './connect.ts'
import type { ParentId } from './night.ts'

/** Nights on which a parent is away, both ends included. */
export interface Absence {
  parent: ParentId
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

/** An absence on record. */
export interface RecordedAbsence extends Absence {
  id: bigint
}

/** Every range on record, the earliest first. */
export async function readAbsences(q: Queryable): Promise<RecordedAbsence[]> {
  const rows = await q
    .selectFrom('absences')
    .select(['id', 'parent', 'first_night', 'last_night'])
    .orderBy('first_night')
    .orderBy('id')
    .execute()
  return rows.map(row => ({
    id: row.id,
    parent: row.parent,
    from: civilDate(row.first_night),
    to: civilDate(row.last_night),
  }))
}

/** Puts an absence on record; its id. Call it under the household lock. */
export async function insertAbsence(
  trx: Transaction,
  { parent, from, to }: Absence,
): Promise<bigint> {
  const { id } = await trx
    .insertInto('absences')
    .values({ parent, first_night: from.toString(), last_night: to.toString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Takes an absence off the record. Call it under the household lock. */
export async function deleteAbsence(trx: Transaction, id: bigint): Promise<void> {
  await trx.deleteFrom('absences').where('id', '=', id).execute()
}
