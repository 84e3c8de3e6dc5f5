import { otherParent, type Explanation, type ParentId, type Reason } from '@night-routine/fairness'
import type { Assignee } from './assignee.ts'
import type { Dates } from './dates.ts'
import type { Speech } from './speech.ts'

/** A planned night with the household's names. */
export interface ExplainedNight extends Assignee {
  explanation: Explanation
  names: Record<ParentId, string>
}

/** A parent's night: `chosen` does it, `other` does not. */
interface ParentsNight extends Explanation {
  parent: ParentId
  otherId: ParentId
  chosen: string
  other: string
}

type Sentences = Record<Reason, () => string>

/**
 * The sentence for a night, chosen by its reason and numbers. In the messages `chosen` is the parent
 * who does the night and `other` the one who does not. A turn is a night that a parent did:
 * babysitter nights and open nights are not turns.
 */
export function explain(night: ExplainedNight, say: Speech['say'], range: Dates['range']): string {
  return sentenceFor(night, say, facts => ({
    ...withoutCounts(facts, say),
    ...withCounts(facts, say, range),
  }))
}

/**
 * The same without counts and dates, for calendar events: a change to another night does not change
 * this sentence, so the worker does not rewrite the event.
 */
export function explainWithoutCounts(night: ExplainedNight, say: Speech['say']): string {
  return sentenceFor(night, say, facts => withoutCounts(facts, say))
}

function sentenceFor(
  { explanation, caregiver, names, babysitter }: ExplainedNight,
  say: Speech['say'],
  sentences: (facts: ParentsNight) => Sentences,
): string {
  if (babysitter !== null) return say('explain.babysitter', { name: babysitter.name })
  // The database stores no babysitter without a name.
  if (caregiver === null || caregiver === 'babysitter') return say('explain.open', names)
  const chosen = names[caregiver]
  const { reason } = explanation
  if (reason === null) return say('explain.plainly', { chosen })
  const otherId = otherParent(caregiver)
  const other = names[otherId]
  return sentences({ ...explanation, parent: caregiver, otherId, chosen, other })[reason]()
}

function withoutCounts(
  { chosen, other, otherId, away, streak }: ParentsNight,
  say: Speech['say'],
): Sentences {
  return {
    Override: () => say('explain.chosenByHand', { chosen }),
    Unavailability: () =>
      away.includes(otherId)
        ? say('explain.otherAway', { chosen, other })
        : say('explain.kept', { chosen }),
    'Consecutive Limit': () => say('explain.lastTurns', { chosen, other }),
    'Total Count': () => say('explain.moreInAll', { chosen, other }),
    'Recent Count': () => say('explain.moreLately', { chosen, other }),
    Alternating: () =>
      streak.parent === null
        ? say('explain.firstTurn', { chosen })
        : say('explain.lastTurn', { chosen, other }),
  }
}

function withCounts(
  facts: ParentsNight,
  say: Speech['say'],
  range: Dates['range'],
): Omit<Sentences, 'Override' | 'Alternating'> {
  const { chosen, other, parent, otherId, away, absence, streak } = facts
  const counted = (counts: Record<ParentId, number>) => ({
    chosen,
    chosenNights: counts[parent],
    other,
    otherNights: counts[otherId],
  })
  return {
    Unavailability() {
      if (away.includes(otherId) || absence === null)
        return withoutCounts(facts, say).Unavailability()
      return say('explain.otherCovers', { chosen, other, dates: range(absence.from, absence.to) })
    },
    'Consecutive Limit': () => say('explain.turnsInARow', { chosen, other, turns: streak.nights }),
    'Total Count': () => say('explain.total', counted(facts.totals)),
    'Recent Count': () => say('explain.recent', counted(facts.last30)),
  }
}
