import type { Carer, Wording } from '@night-routine/wording'
import { caregiverName, type People } from './night-cell.ts'

/** A night that changed hands, or would. */
export interface Move {
  night: Temporal.PlainDate
  before: Carer
  after: Carer
}

interface Context {
  people: People
  tonight: Temporal.PlainDate
  words: Wording
}

/**
 * Nights that changed hands, in sentences: "Alex has tonight instead of Robin. Robin has Sunday instead of Alex."
 * Nights that moved alike share a sentence, in the order of the first of each.
 */
export function movesInWords(moves: readonly Move[], { people, tonight, words }: Context): string {
  const name = (carer: Carer) =>
    carer.caregiver === null ? null : caregiverName(carer, people, words)
  const named = moves.map(({ night, before, after }) => ({
    night: words.nightFrom(tonight, night),
    before: name(before),
    after: name(after),
  }))
  const groups = Map.groupBy(named, ({ before, after }) => JSON.stringify([before, after]))
  const sentences = [...groups.values()].map(alike => {
    const nights = words.list(alike.map(({ night }) => night))
    const { before = null, after = null } = alike[0] ?? {}
    if (after === null) return words.say('move.open', { nights })
    if (before === null) return words.say('move.has', { name: after, nights })
    return words.say('move.instead', { name: after, nights, before })
  })
  return sentences.map(words.capital).join(' ')
}
