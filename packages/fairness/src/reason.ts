import { otherParent } from './caregiver.ts'
import type { ParentId } from './caregiver.ts'
import { lead } from './tally.ts'
import type { Tally } from './tally.ts'

/** Why this parent and not the other. */
export type Reason =
  | 'Override'
  | 'Unavailability'
  | 'Consecutive Limit'
  | 'Total Count'
  | 'Recent Count'
  | 'Alternating'

/**
 * The reason for a planned night of this parent: the first rule of fairness.md section 3 that applies.
 * `Unavailability` comes twice: the other parent is away that night, or, when no other rule explains
 * the choice, it prepares for nights that one of them covers for the other, or makes up for them.
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
