import type { Queryable, Transaction } from './connect.ts'
import type { NightRange } from './assignments.ts'

/** A short text on a night. It belongs to the date, so it stays when the night is planned again. */
export interface NightNote {
  note: string
  /** Whether the share page shows it. */
  shared: boolean
}

/** The notes of these nights, by date (YYYY-MM-DD). */
export async function readNightNotes(
  q: Queryable,
  { from, to }: NightRange,
): Promise<Map<string, NightNote>> {
  const rows = await q
    .selectFrom('night_notes')
    .select(['night', 'note', 'shared'])
    .where('night', '>=', from)
    .where('night', '<=', to)
    .execute()
  return new Map(rows.map(({ night, ...note }) => [night.toString(), note]))
}

/** The note of one night. */
export async function readNightNote(
  q: Queryable,
  night: Temporal.PlainDate,
): Promise<NightNote | null> {
  return (await readNightNotes(q, { from: night, to: night })).get(night.toString()) ?? null
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
