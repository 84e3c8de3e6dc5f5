import type { Queryable, Transaction } from '../connection/connect.ts'

/** A night that counts more than its weekday. It belongs to the date, so it stays when the night is planned again. */
export interface NightWeight {
  night: Temporal.PlainDate
  weight: number
}

/** Every night with its own weight, in order. */
export async function readNightWeights(q: Queryable): Promise<NightWeight[]> {
  return q.selectFrom('night_weights').select(['night', 'weight']).orderBy('night').execute()
}

/** The weight of a night; 1 where it has none of its own. */
export async function readNightWeight(q: Queryable, night: Temporal.PlainDate): Promise<number> {
  const row = await q
    .selectFrom('night_weights')
    .select('weight')
    .where('night', '=', night)
    .executeTakeFirst()
  return row?.weight ?? 1
}

/** Writes the weight of a night; 1 removes it. Call it under the household lock. */
export async function saveNightWeight(
  trx: Transaction,
  { night, weight }: NightWeight,
): Promise<void> {
  if (weight === 1) await trx.deleteFrom('night_weights').where('night', '=', night).execute()
  else
    await trx
      .insertInto('night_weights')
      .values({ night, weight })
      .onConflict(conflict => conflict.column('night').doUpdateSet({ weight }))
      .execute()
}
