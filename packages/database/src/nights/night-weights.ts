import type { Queryable, Transaction } from '../connection/connect.ts'

/** A night that counts more or less than its weekday. It belongs to the date, so it stays when the night is planned again. */
export interface NightWeight {
  night: Temporal.PlainDate
  weight: number
}

/** Every night with its own weight, in order. */
export async function readNightWeights(q: Queryable): Promise<NightWeight[]> {
  return q.selectFrom('night_weights').select(['night', 'weight']).orderBy('night').execute()
}

/** The weight that a night has of its own; null where it counts as its weekday. */
export async function readNightWeight(q: Queryable, night: Temporal.PlainDate) {
  const row = await q
    .selectFrom('night_weights')
    .select('weight')
    .where('night', '=', night)
    .executeTakeFirst()
  return row?.weight ?? null
}

/** Writes the weight of a night; null removes it, so that it counts as its weekday. Call it under the household lock. */
export async function saveNightWeight(
  trx: Transaction,
  { night, weight }: { night: Temporal.PlainDate; weight: number | null },
): Promise<void> {
  if (weight === null) await trx.deleteFrom('night_weights').where('night', '=', night).execute()
  else
    await trx
      .insertInto('night_weights')
      .values({ night, weight })
      .onConflict(conflict => conflict.column('night').doUpdateSet({ weight }))
      .execute()
}
