import type { ParentId } from './caregiver.ts'
import type { Reason } from './reason.ts'

/**
 * Why a night is planned as it is: the reason and the numbers it rests on, all of them as they stood
 * before that night. Plain data: it can be stored as JSON and comes back the same.
 */
export interface Explanation {
  /** null on an open night */
  reason: Reason | null
  /** every night so far */
  totals: Record<ParentId, number>
  /** the 30 dates before this night */
  last30: Record<ParentId, number>
  /** who had the last turn, and how many in a row; babysitter and open nights are looked through */
  streak: { parent: ParentId | null; nights: number }
  /** who is away on this night */
  away: ParentId[]
  /**
   * Nights, near this one, on which this parent is away and the other covers: set when they are the
   * reason (`Unavailability`, looking ahead), null otherwise. Both dates inclusive, `YYYY-MM-DD`.
   */
  absence: { from: string; to: string } | null
}
