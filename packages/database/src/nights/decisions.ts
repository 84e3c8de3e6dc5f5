import { nextRevision, type Assignment } from './assignments.ts'
import { babysitterColumns } from './babysitter.ts'
import type { Queryable, Transaction } from '../connection/connect.ts'

/** What a person decided for one night: an override, or a night that the plan may change again. */
export type NightDecision = Omit<Assignment, 'id' | 'createdAt' | 'updatedAt' | 'revision'>

/** A statement has at most 65,535 values. */
const rowsAtOnce = 1000

/**
 * Writes what a person decided for nights, each in place of what was there; a night gets its next revision. Call it
 * under the household lock.
 */
export async function saveDecisions(trx: Transaction, decisions: readonly NightDecision[]) {
  for (let first = 0; first < decisions.length; first += rowsAtOnce) {
    const rows = decisions.slice(first, first + rowsAtOnce)
    await trx
      .insertInto('assignments')
      .values(rows.map(decision => ({ night: decision.night, ...columnsOf(decision) })))
      .onConflict(conflict =>
        conflict.column('night').doUpdateSet(eb => ({
          caregiver_type: eb.ref('excluded.caregiver_type'),
          parent: eb.ref('excluded.parent'),
          babysitter_name: eb.ref('excluded.babysitter_name'),
          reason: eb.ref('excluded.reason'),
          override: eb.ref('excluded.override'),
          explanation: eb.ref('excluded.explanation'),
          decided_on: eb.ref('excluded.decided_on'),
          ...nextRevision,
        })),
      )
      .execute()
  }
}

function columnsOf(decision: NightDecision) {
  const { caregiver: who, babysitter, decidedOn, reason, override, explanation } = decision
  return {
    caregiver_type: who === 'babysitter' ? ('babysitter' as const) : ('parent' as const),
    parent: who === 'babysitter' ? null : who,
    ...babysitterColumns(babysitter),
    reason,
    override,
    explanation,
    decided_on: decidedOn,
  }
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
