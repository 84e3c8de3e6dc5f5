import { otherParent } from './caregiver.ts'
import type { ParentId } from './caregiver.ts'
import type { Ledger } from './ledger.ts'
import type { Tally } from './tally.ts'

/** Why this parent was chosen over the other. */
export type Reason =
  | 'Override'
  | 'Unavailability'
  | 'Consecutive Limit'
  | 'Total Count'
  | 'Recent Count'
  | 'Alternating'

/** What a reason depends on: the nights before, and what is known of this one. */
export interface ReasonFacts {
  tally: Pick<Tally, 'streak' | 'weighed'>
  /** The night's weight. */
  weight: number
  away: readonly ParentId[]
}

/**
 * The reason for a planned night of this parent: the first rule that applies. `Unavailability` means that the
 * other parent is away that night. It is also the reason when no other rule applies; then the night prepares
 * for an absence nearby or makes up for it, or the other parent would rather not do it.
 */
export function reasonFor(
  parent: ParentId,
  { tally, weight, away }: ReasonFacts,
  ledger: Ledger,
): Reason {
  const other = otherParent(parent)
  const { parent: last, nights } = tally.streak
  if (away.includes(other)) return 'Unavailability'
  if (last === other && nights >= 2) return 'Consecutive Limit'
  const sign = parent === 'a' ? 1 : -1
  const ahead = sign * ledger.midway(ledger.balance(tally.weighed.totals), weight)
  const aheadLately = sign * ledger.midway(ledger.balance(tally.weighed.last30), weight)
  if (ahead <= -2 * ledger.ordinary || (ahead < 0 && last === parent)) return 'Total Count'
  if (ahead === 0 && aheadLately < 0) return 'Recent Count'
  return last === parent ? 'Unavailability' : 'Alternating'
}
