import type { Caregiver, Explanation, ParentId } from '@night-routine/fairness'
import type { Sentences } from './sentences.ts'

/** A planned night, with the names that the household gives to its people. */
export interface ExplainedNight {
  explanation: Explanation
  caregiver: Caregiver | null
  names: Record<ParentId, string>
  babysitterName: string | null
}

/** The one sentence that says why this person does this night, with the numbers that decided. */
export function explain(sentences: Sentences, night: ExplainedNight): string {
  const { explanation, caregiver, names } = night
  if (caregiver === null) return sentences.open(names)
  if (caregiver === 'babysitter') return sentences.babysitter(night.babysitterName)

  const otherId = caregiver === 'a' ? 'b' : 'a'
  const chosen = names[caregiver]
  const other = names[otherId]
  const counted = (counts: Record<ParentId, number>) =>
    [
      { name: chosen, nights: counts[caregiver] },
      { name: other, nights: counts[otherId] },
    ] as const

  switch (explanation.reason) {
    case 'Unavailability':
      return explanation.away.includes(otherId)
        ? sentences.otherAway({ chosen, other })
        : sentences.otherCovers({ chosen, other })
    case 'Consecutive Limit':
      return sentences.turnsInARow({ chosen, other }, explanation.streak.nights)
    case 'Total Count':
      return sentences.total(...counted(explanation.totals))
    case 'Recent Count':
      return sentences.recent(...counted(explanation.last30))
    case 'Alternating':
      return explanation.streak.parent === null
        ? sentences.firstTurn(chosen)
        : sentences.lastTurn({ chosen, other })
    case 'Override':
    case null:
      return sentences.chosenByHand(chosen)
  }
}
