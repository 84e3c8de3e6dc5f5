import { sql, type Selectable } from 'kysely'
import { civilDate } from './civil-date.ts'
import type { Queryable, Transaction } from './connect.ts'
import type { Caregiver, ParentId, Reason, Explanation } from '@night-routine/fairness'
import type { Schema } from './schema.ts'

/** One night as stored. An open night has neither caregiver nor reason. */
export interface Assignment {
  id: bigint
  night: Temporal.PlainDate
  caregiver: Caregiver | null
  babysitterName: string | null
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

/** One night as counting needs it. */
export interface RecordedNight {
  night: Temporal.PlainDate
  caregiver: Caregiver | null
}

/** One night as planning decided it; a babysitter is a person's decision and never planned. */
export interface NightToSave {
  night: Temporal.PlainDate
  caregiver: ParentId | null
  reason: Reason | null
  explanation: Explanation
}

/** The nights `from` to `to`, both included, in order. */
export async function readNights(
  q: Queryable,
  from: Temporal.PlainDate,
  to: Temporal.PlainDate,
): Promise<Assignment[]> {
  const rows = await q
    .selectFrom('assignments')
    .selectAll()
    .where('night', '>=', from.toString())
    .where('night', '<=', to.toString())
    .orderBy('night')
    .execute()
  return rows.map(assignment)
}

/** Nights from one to another, both included. */
export interface NightRange {
  from: Temporal.PlainDate
  to: Temporal.PlainDate
}

/** The nights of either range, and all open nights from `next.from` on; each once, in order. */
export async function readNightsForHome(
  q: Queryable,
  { shown, next }: { shown: NightRange; next: NightRange },
): Promise<Assignment[]> {
  const [shownFrom, shownTo] = [shown.from.toString(), shown.to.toString()]
  const [nextFrom, nextTo] = [next.from.toString(), next.to.toString()]
  const rows = await q
    .selectFrom('assignments')
    .selectAll()
    .where(eb =>
      eb.or([
        eb.between('night', shownFrom, shownTo),
        eb.between('night', nextFrom, nextTo),
        eb.and([
          eb('night', '>=', nextFrom),
          eb('caregiver_type', '=', 'parent'),
          eb('parent', 'is', null),
        ]),
      ]),
    )
    .orderBy('night')
    .execute()
  return rows.map(assignment)
}

/** The night with this id. */
export async function readAssignment(q: Queryable, id: bigint): Promise<Assignment | undefined> {
  const row = await q.selectFrom('assignments').selectAll().where('id', '=', id).executeTakeFirst()
  return row && assignment(row)
}

/** Who did the nights since `from` (null: since the first on record) and before `before`, in order. */
export async function readRecord(
  q: Queryable,
  { from, before }: { from: Temporal.PlainDate | null; before: Temporal.PlainDate },
): Promise<RecordedNight[]> {
  const rows = await q
    .selectFrom('assignments')
    .select(['night', 'caregiver_type', 'parent'])
    .where('night', '<', before.toString())
    .$if(from !== null, query => query.where('night', '>=', String(from)))
    .orderBy('night')
    .execute()
  return rows.map(row => ({ night: civilDate(row.night), caregiver: caregiver(row) }))
}

/**
 * Writes planned nights, new ones and changed ones alike; each one written gets the next revision.
 * A night that a person has fixed, also one fixed a moment ago, stays as it is.
 * @returns how many nights were written
 */
export async function saveNights(
  trx: Transaction,
  nights: readonly NightToSave[],
  decidedOn: Temporal.PlainDate,
): Promise<bigint> {
  if (nights.length === 0) return 0n
  const result = await trx
    .insertInto('assignments')
    .values(
      nights.map(({ night, caregiver: parent, reason, explanation }) => ({
        night: night.toString(),
        caregiver_type: 'parent' as const,
        parent,
        reason,
        explanation: JSON.stringify(explanation),
        decided_on: decidedOn.toString(),
      })),
    )
    .onConflict(conflict =>
      conflict
        .column('night')
        .doUpdateSet(eb => ({
          caregiver_type: 'parent' as const,
          babysitter_name: null,
          parent: eb.ref('excluded.parent'),
          reason: eb.ref('excluded.reason'),
          explanation: eb.ref('excluded.explanation'),
          decided_on: eb.ref('excluded.decided_on'),
          updated_at: sql`now()`,
          revision: sql`assignments.revision + 1`,
        }))
        .where('assignments.override', '=', false),
    )
    .executeTakeFirstOrThrow()
  return result.numInsertedOrUpdatedRows ?? 0n
}

/** The explanation of a night that stays as it is. */
export type NightToExplain = Pick<NightToSave, 'night' | 'reason' | 'explanation'>

/**
 * Writes the explanations of nights that keep their caregiver. People see the same night: its revision
 * and the time of its last change stay.
 */
export async function saveExplanations(
  trx: Transaction,
  nights: readonly NightToExplain[],
  computedOn: Temporal.PlainDate,
): Promise<void> {
  if (nights.length === 0) return
  const given = JSON.stringify(
    nights.map(({ night, ...explained }) => ({ night: night.toString(), ...explained })),
  )
  await sql`
    update assignments
    set reason = given.reason, explanation = given.explanation,
      decided_on = ${computedOn.toString()}::date
    from json_to_recordset(${given}::json) as given(night date, reason text, explanation json)
    where assignments.night = given.night`.execute(trx)
}

/**
 * Takes planned nights away, those beyond a shortened horizon; a night that a person has fixed stays.
 * @returns how many nights were removed
 */
export async function removeNights(
  trx: Transaction,
  nights: readonly Temporal.PlainDate[],
): Promise<bigint> {
  if (nights.length === 0) return 0n
  const result = await trx
    .deleteFrom('assignments')
    .where('night', 'in', nights.map(String))
    .where('override', '=', false)
    .executeTakeFirstOrThrow()
  return result.numDeletedRows
}

/** A row as it is stored. */
export type AssignmentRow = Selectable<Schema['assignments']>

/** A row as the domain knows it. */
export function assignment(row: AssignmentRow): Assignment {
  return {
    id: row.id,
    night: civilDate(row.night),
    caregiver: caregiver(row),
    babysitterName: row.babysitter_name,
    reason: row.reason,
    override: row.override,
    explanation: row.explanation,
    decidedOn: civilDate(row.decided_on),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    revision: row.revision,
  }
}

function caregiver(row: Pick<AssignmentRow, 'caregiver_type' | 'parent'>): Caregiver | null {
  return row.caregiver_type === 'babysitter' ? 'babysitter' : row.parent
}
