import type { Assignee, Wording, People } from '@night-routine/wording'
import { caregiverName } from './night-cell.ts'

/** A night that changed hands, or would. */
export interface NightMove {
  night: Temporal.PlainDate
  before: Assignee
  after: Assignee
}

interface Context {
  people: People
  tonight: Temporal.PlainDate
  wording: Wording
}

/**
 * Nights that changed hands, in sentences: "Alex has tonight instead of Robin. Robin has Sunday instead of Alex."
 * Nights that moved alike share a sentence, in the order of the first of each.
 */
export function movesText(
  moves: readonly NightMove[],
  { people, tonight, wording }: Context,
): string {
  const name = (assignee: Assignee) =>
    assignee.caregiver === null ? null : caregiverName(assignee, people, wording)
  const named = moves.map(({ night, before, after }) => ({
    night: wording.nightFrom(tonight, night),
    before: name(before),
    after: name(after),
  }))
  const groups = Map.groupBy(named, ({ before, after }) => JSON.stringify([before, after]))
  const sentences = [...groups.values()].map(alike => {
    const nights = wording.list(alike.map(({ night }) => night))
    const { before = null, after = null } = alike[0] ?? {}
    if (after === null) return wording.say('move.open', { nights })
    if (before === null) return wording.say('move.has', { name: after, nights })
    return wording.say('move.instead', { name: after, nights, before })
  })
  return sentences.map(wording.capital).join(' ')
}
