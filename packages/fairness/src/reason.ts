import { otherParent } from './caregiver.ts'
import type { ParentId } from './caregiver.ts'
import { lead } from './tally.ts'
import type { Tally } from './tally.ts'

/** Why this parent was chosen over the other. */
export type Reason =
  | 'Override'
  | 'Unavailability'
  | 'Consecutive Limit'
  | 'Total Count'
  | 'Recent Count'
  | 'Alternating'

/**
 * The reason for a planned night of this parent: the first rule that applies. `Unavailability` means that the
 * other parent is away that night. It is also the reason when no other rule applies; then the night prepares
 * for an absence nearby or makes up for it.
 */
export function reasonFor(parent: ParentId, tally: Tally, away: readonly ParentId[]): Reason {
  const other = otherParent(parent)
  const { parent: last, nights } = tally.streak
  const ahead = lead(tally.totals, parent)
  if (away.includes(other)) return 'Unavailability'
  if (last === other && nights >= 2) return 'Consecutive Limit'
  if (ahead <= -2 || (ahead === -1 && last === parent)) return 'Total Count'
  if (ahead === 0 && lead(tally.last30, parent) < 0) return 'Recent Count'
  return last === parent ? 'Unavailability' : 'Alternating'
}
