import { sql } from 'kysely'
import { assignment, type Assignment } from './assignments.ts'
import type { Queryable, Transaction } from './connect.ts'

/** What a person decided for one night: fixed (`override`), or given back to the plan. */
export interface NightDecision extends Pick<
  Assignment,
  'night' | 'caregiver' | 'babysitterName' | 'reason' | 'override' | 'explanation' | 'decidedOn'
> {}

/**
 * Writes what a person decided for a night, in place of whatever stood there; the night gets its next
 * revision. Call it under the household lock.
 * @returns the night as it is now
 */
export async function saveDecision(trx: Transaction, decision: NightDecision): Promise<Assignment> {
  const { night, caregiver: who, explanation } = decision
  const columns = {
    caregiver_type: who === 'babysitter' ? ('babysitter' as const) : ('parent' as const),
    parent: who === 'babysitter' ? null : who,
    babysitter_name: decision.babysitterName,
    reason: decision.reason,
    override: decision.override,
    explanation: explanation && JSON.stringify(explanation),
    decided_on: decision.decidedOn.toString(),
  }
  const row = await trx
    .insertInto('assignments')
    .values({ night: night.toString(), ...columns })
    .onConflict(conflict =>
      conflict.column('night').doUpdateSet({
        ...columns,
        updated_at: sql`now()`,
        revision: sql`assignments.revision + 1`,
      }),
    )
    .returningAll()
    .executeTakeFirstOrThrow()
  return assignment(row)
}

/** The names of babysitters on record, the one of the latest night first. */
export async function readEarlierBabysitters(q: Queryable): Promise<string[]> {
  const rows = await q
    .selectFrom('assignments')
    .select('babysitter_name as name')
    .where('babysitter_name', 'is not', null)
    .groupBy('babysitter_name')
    .orderBy(({ fn }) => fn.max('night'), 'desc')
    .limit(20)
    .execute()
  return rows.flatMap(({ name }) => name ?? [])
}
