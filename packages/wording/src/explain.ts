import type { Caregiver, Explanation, ParentId, Reason } from '@night-routine/fairness'
import type { Dates } from './dates.ts'
import type { Sentences } from './sentences.ts'

/** A planned night, with the names that the household gives to its people. */
export interface ExplainedNight {
  explanation: Explanation
  /** null on an open night */
  caregiver: Caregiver | null
  names: Record<ParentId, string>
  /** null when no babysitter does it, or nobody knows who */
  babysitterName: string | null
}

/** The sentence for a night; which one depends on the reason and the numbers behind it. */
export function explain(
  night: ExplainedNight,
  sentences: Sentences,
  range: Dates['range'],
): string {
  const { explanation, caregiver, names, babysitterName } = night
  if (caregiver === null) return sentences.open(names)
  if (caregiver === 'babysitter') return sentences.babysitter(babysitterName)
  return explainParent(caregiver, explanation, names, sentences, range)
}

function explainParent(
  parent: ParentId,
  { reason, totals, last30, streak, away, absence }: Explanation,
  names: Record<ParentId, string>,
  sentences: Sentences,
  range: Dates['range'],
): string {
  const otherParent = parent === 'a' ? 'b' : 'a'
  const chosen = names[parent]
  const other = names[otherParent]
  const counted = (who: ParentId, counts: Record<ParentId, number>) => ({
    name: names[who],
    nights: counts[who],
  })

  if (reason === null) return sentences.plainly(chosen)
  const sentence: Record<Reason, () => string> = {
    Override: () => sentences.chosenByHand(chosen),
    Unavailability() {
      if (away.includes(otherParent)) return sentences.otherAway({ chosen, other })
      if (absence === null) return sentences.kept(chosen)
      return sentences.otherCovers({ chosen, other }, range(absence.from, absence.to))
    },
    'Consecutive Limit': () => sentences.turnsInARow({ chosen, other }, streak.nights),
    'Total Count': () => sentences.total(counted(parent, totals), counted(otherParent, totals)),
    'Recent Count': () => sentences.recent(counted(parent, last30), counted(otherParent, last30)),
    Alternating: () =>
      streak.parent === null ? sentences.firstTurn(chosen) : sentences.lastTurn({ chosen, other }),
  }
  return sentence[reason]()
}
