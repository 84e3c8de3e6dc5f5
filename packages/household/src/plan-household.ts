import type { Transaction } from '@night-routine/database'

/** Who caused a planning run, as the history names them: a person's email, or null for machinery. */
export type Author = { kind: 'person' | 'calendar' | 'schedule'; actor: string | null }

/** `changed`: nights whose caregiver is another than before, first plans and removals included. */
export type PlanOutcome = { changed: Temporal.PlainDate[]; openNights: Temporal.PlainDate[] }

/**
 * Plans the household's nights and writes only those that differ (fairness.md section 6). Call it inside
 * `householdTransaction`. Requests `push` when it wrote something; the caller requests it for its own
 * writes (an override, a newly selected calendar).
 */
export function planHousehold(
  _trx: Transaction,
  _options: { now: Temporal.Instant; author: Author },
): Promise<PlanOutcome> {
  throw new Error('being written')
}
