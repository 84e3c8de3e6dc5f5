import type { Explanation } from '@night-routine/fairness'
import { sql, type ExpressionBuilder } from 'kysely'
import { shownColumns, type NightRange, type ShownNight } from './assignments.ts'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { Schema } from '../schema/schema.ts'

/** A short text on a night. It belongs to the date, so it stays when the night is planned again. */
export interface NightNote {
  note: string
  /** Whether the share page shows it. */
  shared: boolean
}

/** One night as the home page shows it. */
export interface NightOfHome extends ShownNight {
  /** The text of its note. */
  note: string | null
  /** How much it counts; null: as much as its weekday. */
  weight: number | null
}

/** The notes of these nights, by date (YYYY-MM-DD). */
export async function readNightNotes(q: Queryable, { from, to }: NightRange) {
  const rows = await q
    .selectFrom('night_notes')
    .select(['night', 'note', 'shared'])
    .where(eb => eb.between('night', from, to))
    .execute()
  return new Map(rows.map(({ night, ...note }) => [night.toString(), note]))
}

/** The note of one night. */
export async function readNightNote(q: Queryable, night: Temporal.PlainDate) {
  return (await readNightNotes(q, { from: night, to: night })).get(night.toString()) ?? null
}

/**
 * The nights of either range, and all open nights from `next.from` on, with their notes and weights; each once, in
 * order. Only the first of `next` has its explanation.
 */
export async function readNightsForHome(
  q: Queryable,
  { shown, next }: { shown: NightRange; next: NightRange },
): Promise<NightOfHome[]> {
  const isOpen = (eb: ExpressionBuilder<Schema, 'assignments'>) =>
    eb.and([
      eb('assignments.night', '>=', next.from),
      eb('caregiver_type', '=', 'parent'),
      eb('parent', 'is', null),
    ])
  return q
    .selectFrom('assignments')
    .leftJoin('night_notes', 'night_notes.night', 'assignments.night')
    .leftJoin('night_weights', 'night_weights.night', 'assignments.night')
    .select([...shownColumns, 'note', 'weight'])
    .select(
      sql<Explanation | null>`case when assignments.night = ${next.from} then explanation end`.as(
        'explanation',
      ),
    )
    .where(eb =>
      eb.or([
        eb.between('assignments.night', shown.from, shown.to),
        eb.between('assignments.night', next.from, next.to),
        isOpen(eb),
      ]),
    )
    .orderBy('assignments.night')
    .execute()
}

/** Writes the note of a night; null removes it. */
export async function saveNightNote(
  trx: Transaction,
  night: Temporal.PlainDate,
  note: NightNote | null,
): Promise<void> {
  if (note === null) await trx.deleteFrom('night_notes').where('night', '=', night).execute()
  else
    await trx
      .insertInto('night_notes')
      .values({ night, ...note })
      .onConflict(conflict => conflict.column('night').doUpdateSet(note))
      .execute()
}
