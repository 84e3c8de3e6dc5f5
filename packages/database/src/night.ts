/** A parent by id; the name is joined from `parents`, so that a rename changes no count. */
export type ParentId = 'a' | 'b'

/** Who does a night. */
export type Caregiver = ParentId | 'babysitter'

/** The decision reasons of the contract. */
export type Reason =
  | 'Unavailability'
  | 'Total Count'
  | 'Recent Count'
  | 'Consecutive Limit'
  | 'Alternating'
  | 'Override'

/** The numbers behind a decision as they are stored; the structural twin of fairness' Explanation. */
export interface StoredExplanation {
  reason: Reason | null
  totals: Record<ParentId, number>
  last30: Record<ParentId, number>
  streak: { parent: ParentId | null; nights: number }
  away: ParentId[]
  absence: { from: string; to: string } | null
}
