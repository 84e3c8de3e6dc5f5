import { isDeepStrictEqual } from 'node:util'
import { otherParent, type Explanation, type ParentId, type Reason } from '@night-routine/fairness'
import type { Assignee } from './assignee.ts'
import type { Dates } from './dates.ts'
import { parentIn, type People, type Person } from './people.ts'
import type { Speech } from './speech.ts'

/** A planned night with the household's names. */
export interface ExplainedNight extends Assignee, People {
  explanation: Explanation
}

/** A parent's night: `chosen` does it, `other` does not. */
interface ParentsNight extends Explanation {
  parent: ParentId
  otherId: ParentId
  chosen: Person
  other: Person
}

type Sentences = Record<Reason, () => string>

/**
 * The sentence for a night, chosen by its reason and numbers. In the messages `chosen` is the parent
 * who does the night and `other` the one who does not. A turn is a night that a parent did:
 * babysitter nights and open nights are not turns.
 */
export function explain(
  night: ExplainedNight,
  say: Speech['say'],
  dates: Pick<Dates, 'range' | 'weekday'> & { list: (texts: readonly string[]) => string },
): string {
  return sentenceFor(night, say, facts => ({
    ...withoutCounts(facts, say),
    ...withCounts(facts, say, dates),
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
  { explanation, caregiver, babysitter, ...people }: ExplainedNight,
  say: Speech['say'],
  sentences: (facts: ParentsNight) => Sentences,
): string {
  if (babysitter !== null) return say('explain.babysitter', { name: babysitter.name })
  // The database stores no babysitter without a name.
  if (caregiver === null || caregiver === 'babysitter')
    return say('explain.open', { a: parentIn(people, 'a'), b: parentIn(people, 'b') })
  const chosen = parentIn(people, caregiver)
  const { reason } = explanation
  if (reason === null) return say('explain.plainly', { chosen })
  const otherId = otherParent(caregiver)
  const other = parentIn(people, otherId)
  return sentences({ ...explanation, parent: caregiver, otherId, chosen, other })[reason]()
}

function withoutCounts(facts: ParentsNight, say: Speech['say']): Sentences {
  const { chosen, other, parent, otherId, away, ratherNot = [], streak, split, turn } = facts
  return {
    Override: () => say('explain.chosenByHand', { chosen }),
    Unavailability() {
      if (away.includes(otherId)) return say('explain.otherAway', { chosen, other })
      return ratherNot.includes(otherId)
        ? say('explain.otherRatherNot', { chosen, other })
        : say('explain.kept', { chosen })
    },
    'Consecutive Limit': () => say('explain.lastTurns', { chosen, other }),
    'Total Count': () =>
      split ? say('explain.bySplit', { chosen }) : say('explain.moreInAll', { chosen, other }),
    'Recent Count': () =>
      split
        ? say('explain.bySplitLately', { chosen })
        : say('explain.moreLately', { chosen, other }),
    Alternating() {
      if (turn === parent) return say('explain.week', { chosen })
      return streak.parent === null
        ? say('explain.firstTurn', { chosen })
        : say('explain.lastTurn', { chosen, other })
    },
  }
}

function withCounts(
  facts: ParentsNight,
  say: Speech['say'],
  { range, weekday, list }: Parameters<typeof explain>[2],
): Omit<Sentences, 'Override' | 'Alternating'> {
  const { chosen, other, otherId, away, ratherNot = [], absence, next = [], streak } = facts
  return {
    Unavailability() {
      const isAround = !away.includes(otherId) && !ratherNot.includes(otherId)
      if (isAround && absence !== null)
        return say('explain.otherCovers', { chosen, other, dates: range(absence.from, absence.to) })
      if (isAround && next.length > 0) {
        const nights = next.map(date => weekday(Temporal.PlainDate.from(date).dayOfWeek))
        return say('explain.next', { chosen, other, nights: list(nights) })
      }
      return withoutCounts(facts, say).Unavailability()
    },
    'Consecutive Limit': () => say('explain.turnsInARow', { chosen, other, turns: streak.nights }),
    'Total Count': () => fewer('total', facts, say),
    'Recent Count': () => fewer('recent', facts, say),
  }
}

/** That the chosen parent has done less than its share: with the share and by weight only where these differ. */
function fewer(which: 'total' | 'recent', facts: ParentsNight, say: Speech['say']): string {
  const { chosen, other, parent, otherId, split } = facts
  const counted = which === 'total' ? facts.totals : facts.last30
  const weighed = (which === 'total' ? split?.totals : split?.last30) ?? counted
  const byWeight = isDeepStrictEqual(weighed, counted) ? '' : 'ByWeight'
  const done = weighed[parent]
  // After another agreement, or in weeks that turn about, equal shares do not ask for equal counts.
  if (split === undefined || (split.due === undefined && split.share.a === split.share.b))
    return say(`explain.${which}${byWeight}`, {
      chosen,
      chosenNights: done,
      other,
      otherNights: weighed[otherId],
    })
  const percent = split.share[parent]
  const all = weighed.a + weighed.b
  const share =
    split.due?.[which === 'total' ? 'totals' : 'last30'][parent] ?? (all * percent) / 100
  // The parent with the larger share is behind it with one more night, even with exactly the share before.
  if (done < share) return say(`explain.${which}Share${byWeight}`, { chosen, done, all, share })
  return split.since === undefined
    ? say('explain.largerShare', { chosen, percent })
    : say('explain.largerShareSince', {
        chosen,
        percent,
        date: Temporal.PlainDate.from(split.since),
      })
}
