import type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'
import type { Dates } from './dates.ts'
import type { Speech } from './speech.ts'

/** A planned night, with the names that the household gives to its people. */
export interface ExplainedNight {
  explanation: Explanation
  /** null on an open night */
  caregiver: Caregiver | null
  names: Record<ParentId, string>
  /** null when no babysitter does it, or nobody knows who */
  babysitterName: string | null
}

/**
 * The sentence for a night; which one depends on the reason and the numbers behind it. In the
 * messages `chosen` is the parent who does the night, `other` the one who does not. A turn is a night
 * that a parent did: nights of a babysitter and nights without anybody are nobody's turn.
 */
export function explain(night: ExplainedNight, say: Speech['say'], range: Dates['range']): string {
  const { explanation, caregiver, names, babysitterName } = night
  if (caregiver === null) return say('explain.open', names)
  if (caregiver !== 'babysitter') return explainParent(caregiver, explanation, names, say, range)
  return babysitterName === null
    ? say('explain.someBabysitter')
    : say('explain.babysitter', { name: babysitterName })
}

function explainParent(
  parent: ParentId,
  { reason, totals, last30, streak, away, absence }: Explanation,
  names: Record<ParentId, string>,
  say: Speech['say'],
  range: Dates['range'],
): string {
  const otherParent = parent === 'a' ? 'b' : 'a'
  const chosen = names[parent]
  const other = names[otherParent]
  const counted = (counts: Record<ParentId, number>) => ({
    chosen,
    chosenNights: counts[parent],
    other,
    otherNights: counts[otherParent],
  })

  if (reason === null) return say('explain.plainly', { chosen })
  const sentence: Record<Reason, () => string> = {
    Override: () => say('explain.chosenByHand', { chosen }),
    Unavailability() {
      if (away.includes(otherParent)) return say('explain.otherAway', { chosen, other })
      if (absence === null) return say('explain.kept', { chosen })
      const dates = range(absence.from, absence.to)
      return say('explain.otherCovers', { chosen, other, dates })
    },
    'Consecutive Limit': () => say('explain.turnsInARow', { chosen, other, turns: streak.nights }),
    'Total Count': () => say('explain.total', counted(totals)),
    'Recent Count': () => say('explain.recent', counted(last30)),
    Alternating: () =>
      streak.parent === null
        ? say('explain.firstTurn', { chosen })
        : say('explain.lastTurn', { chosen, other }),
  }
  return sentence[reason]()
}
