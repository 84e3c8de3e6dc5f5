import type { Queryable, Transaction } from '../connection/connect.ts'
import type { ParentId } from '@night-routine/fairness'
import type { NightRange } from './assignments.ts'

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

/** Every absence on record, the earliest first. */
export async function readAbsences(q: Queryable): Promise<RecordedAbsence[]> {
  return q
    .selectFrom('absences')
    .select(['id', 'parent', 'first_night as from', 'last_night as to'])
    .orderBy('first_night')
    .orderBy('id')
    .execute()
}

/** The absences with dates, entered here or found in a calendar, that have a night of this range. */
export async function readTrips(q: Queryable, { from, to }: NightRange): Promise<Absence[]> {
  return q
    .selectFrom('absences')
    .select(['parent', 'first_night as from', 'last_night as to'])
    .where('first_night', '<=', to)
    .where('last_night', '>=', from)
    .unionAll(
      q
        .selectFrom('source_absences')
        .innerJoin('absence_sources', 'absence_sources.id', 'source_absences.source')
        .select(['parent', 'first_night as from', 'last_night as to'])
        .where('first_night', '<=', to)
        .where('last_night', '>=', from),
    )
    .orderBy('from')
    .execute()
}

/** Records an absence; its id. Call it under the household lock. */
export async function insertAbsence(trx: Transaction, { parent, from, to }: Absence) {
  const { id } = await trx
    .insertInto('absences')
    .values({ parent, first_night: from, last_night: to })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Removes an absence. Call it under the household lock. */
export async function deleteAbsence(trx: Transaction, id: bigint): Promise<void> {
  await trx.deleteFrom('absences').where('id', '=', id).execute()
}
