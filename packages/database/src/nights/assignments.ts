import { sql } from 'kysely'
import { babysitter, babysitterColumns, type Babysitter } from './babysitter.ts'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { Caregiver, ParentId, Reason, Explanation } from '@night-routine/fairness'

/** One night as stored. An open night has neither caregiver nor reason. */
export interface Assignment {
  id: bigint
  night: Temporal.PlainDate
  caregiver: Caregiver | null
  babysitter: Babysitter | null
  reason: Reason | null
  override: boolean
  explanation: Explanation | null
  /** The day on which its explanation was computed, in the household's zone. */
  decidedOn: Temporal.PlainDate
  createdAt: Temporal.Instant
  updatedAt: Temporal.Instant
  revision: bigint
}

/** One night as pages show it. */
export type ShownNight = Omit<Assignment, 'createdAt' | 'updatedAt' | 'revision'>

/** One night as statistics need it. */
export type AssignedNight = Pick<Assignment, 'night' | 'caregiver' | 'babysitter'>

/** Nights since `from` (null: since the first on record) and before `before`. */
export interface RecordRange {
  from: Temporal.PlainDate | null
  before: Temporal.PlainDate
}

/** Nights from one to another, both included. */
export interface NightRange {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

/** One night as planning decided it; a babysitter is a person's decision and never planned. */
export interface NightToSave {
  night: Temporal.PlainDate
  caregiver: ParentId | null
  reason: Reason | null
  explanation: Explanation
}

/** The explanation of a night that keeps its caregiver. */
export type NightToExplain = Omit<NightToSave, 'caregiver'>

const caregiver = sql<Caregiver | null>`
  case caregiver_type when 'babysitter' then 'babysitter' else parent end`.as('caregiver')

/** The columns of a `ShownNight` but for its explanation. */
export const shownColumns = [
  'id',
  'assignments.night',
  caregiver,
  babysitter,
  'reason',
  'override',
  'decided_on as decidedOn',
] as const

/** The columns of an `Assignment`. */
const assignmentColumns = [
  ...shownColumns,
  'explanation',
  'created_at as createdAt',
  'updated_at as updatedAt',
  'revision',
] as const

/** The nights `from` to `to`, both included, in order. */
export async function readNights(q: Queryable, from: Temporal.PlainDate, to: Temporal.PlainDate) {
  return q
    .selectFrom('assignments')
    .select(assignmentColumns)
    .where(eb => eb.between('night', from, to))
    .orderBy('night')
    .execute()
}

/** The night with this id. */
export async function readAssignment(q: Queryable, id: bigint): Promise<Assignment | undefined> {
  return q
    .selectFrom('assignments')
    .select(assignmentColumns)
    .where('id', '=', id)
    .executeTakeFirst()
}

/** Who does the nights `from` to `to`, both included, in order. */
export async function readAssigned(q: Queryable, { from, to }: NightRange) {
  return q
    .selectFrom('assignments')
    .select(['night', caregiver, babysitter])
    .where(eb => eb.between('night', from, to))
    .orderBy('night')
    .execute()
}

/**
 * Who did the nights of this range, in order: those from `since` on, and before it back to the last night of each
 * parent, so that a streak is whole.
 */
export async function readRecord(
  q: Queryable,
  { since, ...range }: RecordRange & { since: Temporal.PlainDate },
) {
  const lastOf = (parent: ParentId) =>
    sql`coalesce((select max(night) from assignments where parent = ${parent} and night < ${since}), '-infinity')`
  return record(q, range)
    .select(['night', caregiver])
    .where('night', '>=', sql<Temporal.PlainDate>`least(${since}, ${lastOf('a')}, ${lastOf('b')})`)
    .orderBy('night')
    .execute()
}

/** Counts the nights of this range: those of each parent, and all, also open ones. */
export async function countRecord(q: Queryable, range: RecordRange) {
  return record(q, range)
    .select([nightsOf('a'), nightsOf('b'), sql<number>`count(*)::int`.as('nights')])
    .executeTakeFirstOrThrow()
}

/**
 * Counts all nights since `from` (null: since the first on record) by weekday and caregiver, apart for the nights
 * before the first cut, from it to the next one, and so on; where weeks turn about, also by every other turn from
 * `start` on. A group never lies on both sides of a cut, so the `last` of its nights tells its side.
 */
export async function countByWeekday(
  q: Queryable,
  groups: {
    from: Temporal.PlainDate | null
    cuts: readonly Temporal.PlainDate[]
    turns: readonly { start: Temporal.PlainDate; nights: number }[]
  },
) {
  const { from, turns } = groups
  const cuts = groups.cuts.map(String).toSorted()
  const query = q
    .selectFrom('assignments')
    .select([
      caregiver,
      sql<number>`count(*)::int`.as('nights'),
      sql<Temporal.PlainDate>`max(night)`.as('last'),
    ])
    .groupBy([
      sql`width_bucket(night, ${cuts}::date[])`,
      sql`extract(isodow from night)`,
      sql`caregiver`,
      ...turns.map(({ start, nights }) => sql`(night - ${start}::date) / ${nights}::int % 2`),
    ])
  return await (from === null ? query : query.where('night', '>=', from)).execute()
}

function record(q: Queryable, { from, before }: RecordRange) {
  const query = q.selectFrom('assignments').where('night', '<', before)
  return from === null ? query : query.where('night', '>=', from)
}

function nightsOf<P extends ParentId>(parent: P) {
  return sql<number>`
    (count(*) filter (where caregiver_type = 'parent' and parent = ${parent}))::int`.as(parent)
}

/** What changes with every write that people see. */
export const nextRevision = {
  updated_at: sql<string>`now()`,
  revision: sql<bigint>`assignments.revision + 1`,
}

/**
 * Writes planned nights, new ones and changed ones alike; each one written gets the next revision.
 * An override, also one made a moment ago, stays as it is.
 * @returns how many nights were written
 */
export async function saveNights(
  trx: Transaction,
  nights: readonly NightToSave[],
  decidedOn: Temporal.PlainDate,
): Promise<bigint> {
  if (nights.length === 0) return 0n
  const rows = nights.map(({ night, caregiver: parent, reason, explanation }) => ({
    night,
    caregiver_type: 'parent' as const,
    parent,
    reason,
    explanation,
    decided_on: decidedOn,
  }))
  const result = await trx
    .insertInto('assignments')
    .values(rows)
    .onConflict(conflict =>
      conflict
        .column('night')
        .doUpdateSet(eb => ({
          caregiver_type: 'parent',
          ...babysitterColumns(null),
          parent: eb.ref('excluded.parent'),
          reason: eb.ref('excluded.reason'),
          explanation: eb.ref('excluded.explanation'),
          decided_on: eb.ref('excluded.decided_on'),
          ...nextRevision,
        }))
        .where('assignments.override', '=', false),
    )
    .executeTakeFirstOrThrow()
  return result.numInsertedOrUpdatedRows ?? 0n
}

/** Writes explanations of nights that people see unchanged: revision and time of the last change stay. */
export async function saveExplanations(
  trx: Transaction,
  nights: readonly NightToExplain[],
  computedOn: Temporal.PlainDate,
): Promise<void> {
  if (nights.length === 0) return
  await sql`
    update assignments
    set reason = given.reason, explanation = given.explanation, decided_on = ${computedOn}::date
    from json_to_recordset(${JSON.stringify(nights)}::json)
      as given(night date, reason text, explanation json)
    where assignments.night = given.night`.execute(trx)
}

/** Removes planned nights, those beyond a shortened horizon, but no override. Returns how many were removed. */
export async function removeNights(trx: Transaction, nights: readonly Temporal.PlainDate[]) {
  if (nights.length === 0) return 0n
  const result = await trx
    .deleteFrom('assignments')
    .where('night', 'in', nights)
    .where('override', '=', false)
    .executeTakeFirstOrThrow()
  return result.numDeletedRows
}
