import type { BabysitterFacts } from './babysitter.ts'
import type { Caregiver, Explanation, Reason } from '@night-routine/fairness'

export type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'

/** How an ask of one parent to the other stands. */
export type AskState = 'open' | 'accepted' | 'declined' | 'withdrawn' | 'ended'

/**
 * The state before or after a change in a history entry, as JSON. Of a night: as much of its decision as the
 * change is about; of anything else (nights planned at once, absences, settings): its own fields.
 */
export interface HistoryFacts extends BabysitterFacts {
  caregiver?: Caregiver | null
  override?: boolean
  reason?: Reason | null
  explanation?: Explanation | null
  /** YYYY-MM-DD */
  decidedOn?: string
  [field: string]: unknown
}
