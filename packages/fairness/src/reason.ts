import { otherParent, type ParentId } from './caregiver.ts'
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
  night: Temporal.PlainDate
  tally: Pick<Tally, 'streak' | 'balance'>
  /** The night's weight. */
  weight: number
  away: readonly ParentId[]
}

/**
 * The reason for a planned night of this parent: the first rule that applies. `Unavailability` means that the
 * other parent is away that night. It is also the reason when no other rule applies; then the night prepares
 * for an absence nearby or makes up for it, or the other parent would rather not do it. Where weeks turn about, a
 * night of the week's parent is `Alternating`, and another one is made good (`Total Count`).
 */
export function reasonFor(
  parent: ParentId,
  { night, tally, weight, away }: ReasonFacts,
  ledger: Ledger,
): Reason {
  const other = otherParent(parent)
  const { parent: last, nights } = tally.streak
  const turn = ledger.turnOf(night)
  if (turn?.parent === parent) return 'Alternating'
  if (away.includes(other)) return 'Unavailability'
  if (turn !== null) return 'Total Count'
  if (last === other && nights >= 2) return 'Consecutive Limit'
  const sign = parent === 'a' ? 1 : -1
  const { ordinary } = ledger.termsAt(night)
  const ahead = sign * ledger.midway(tally.balance.totals, weight, night)
  const aheadLately = sign * ledger.midway(tally.balance.last30, weight, night)
  if (ahead <= -2 * ordinary || (ahead < 0 && last === parent)) return 'Total Count'
  if (ahead === 0 && aheadLately < 0) return 'Recent Count'
  return last === parent ? 'Unavailability' : 'Alternating'
}
