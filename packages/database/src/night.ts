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

/**
 * The state before or after a change in a history entry, as JSON. Of a night: as much of its decision as the
 * change is about; of anything else (nights planned at once, absences, settings): its own fields.
 */
export interface HistoryFacts {
  caregiver?: Caregiver | null
  babysitterName?: string | null
  override?: boolean
  reason?: Reason | null
  explanation?: StoredExplanation | null
  /** YYYY-MM-DD */
  decidedOn?: string
  [field: string]: unknown
}

/** Days after tonight within which every planned or locked night lies: `look_ahead_days` is at most 365. */
export const longestHorizon = 366
