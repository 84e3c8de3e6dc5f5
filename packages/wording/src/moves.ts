import type { ParentId } from '@night-routine/fairness'
import type { Assignee } from './assignee.ts'
import { assigneeIn, parentIn, type People, type Person } from './people.ts'
import type { Wording } from './wording.ts'

/** A night that changed hands, or would. */
export interface NightMove {
  night: Temporal.PlainDate
  before: Assignee
  after: Assignee
}

/** Who moved nights; someone who is no parent comes as a person. */
export type Mover = ParentId | 'calendar' | 'schedule' | Person

/** How nights were moved: by giving them to someone, by undoing a change, or by changing something else. */
export type HowMoved = 'gave' | 'undid' | 'changed'

export interface MovesContext {
  people: People
  tonight: Temporal.PlainDate
  wording: Wording
  /** Who moved the nights, if the sentences are to say so. */
  by?: Mover | null
  how?: HowMoved
  /** What would move, before a press. */
  conditional?: boolean
  /** So many nights a sentence names; then it counts the others. */
  mostNights?: number
}

const gifts: ReadonlySet<string> = new Set(['babysitter-booked', 'night-given', 'nights-swapped'])

/** How a change moved its nights, by the entries that it left in the history. */
export function howMoved(entries: readonly { action: string; undoes?: string | null }[]): HowMoved {
  if (entries.some(({ undoes = null }) => undoes !== null)) return 'undid'
  return entries.some(({ action }) => gifts.has(action)) ? 'gave' : 'changed'
}

/** Nights that changed hands, in sentences for their reader: "Alex gave you Thursday and takes your Saturday." */
export function movesText(moves: readonly NightMove[], context: MovesContext): string {
  return movesSentences(moves, context)
    .map(({ text }) => text)
    .join(' ')
}

/** Nights that moved alike share a sentence, which says how many they are, and so do those that two parents exchanged. */
export function movesSentences(moves: readonly NightMove[], context: MovesContext) {
  const { by = null, how = 'gave', people, wording } = context
  const parent = how === 'gave' && (by === 'a' || by === 'b') ? by : null
  const exchanges = exchangesIn(moves)
  const told = exchanges.map(exchange => ({
    nights: exchange.nights.length + exchange.back.length,
    given: parent === null ? null : givenText(exchange, parent, context),
    plain: plainText(exchange, context),
  }))
  // One's own change needs no word about who made it.
  const isOwn = parent !== null && parent === people.reader
  const [first, ...others] = told.filter(({ given }) => given === null)
  const plain = first && [
    { ...first, plain: isOwn ? first.plain : introduced(first.plain, context) },
    ...others,
  ]
  return [...told.filter(({ given }) => given !== null), ...(plain ?? [])].map(each => ({
    text: wording.capital(each.given ?? each.plain),
    nights: each.nights,
  }))
}

/** Nights that went from one person to another, and those that came back. */
interface Exchange {
  before: Assignee
  after: Assignee
  nights: Temporal.PlainDate[]
  back: Temporal.PlainDate[]
}

function exchangesIn(moves: readonly NightMove[]): Exchange[] {
  const exchanges = new Map<string, Exchange>()
  for (const { night, before, after } of moves) {
    const there = exchanges.get(key(before, after))
    const back = isParent(before) && isParent(after) ? exchanges.get(key(after, before)) : undefined
    if (there !== undefined) there.nights.push(night)
    else if (back !== undefined) back.back.push(night)
    else exchanges.set(key(before, after), { before, after, nights: [night], back: [] })
  }
  return [...exchanges.values()]
}

function key(...both: [Assignee, Assignee]): string {
  return JSON.stringify(both.map(({ caregiver, babysitter }) => [caregiver, babysitter?.name]))
}

function isParent({ caregiver }: Assignee): boolean {
  return caregiver === 'a' || caregiver === 'b'
}

/** What a parent did with nights; null where only who has them now can be said. */
function givenText({ before, after, ...dates }: Exchange, parent: ParentId, context: MovesContext) {
  const { people, wording } = context
  const { say } = wording
  const actor = parentIn(people, parent)
  const [name, former] = [personIn(after, context), personIn(before, context)]
  const [nights, back] = [listed(dates.nights, context), listed(dates.back, context)]
  if (after.caregiver === 'babysitter') {
    const isOthers = isParent(before) && before.caregiver !== parent
    return isOthers
      ? say('move.bookedInstead', { actor, name: name.name, nights, before: former })
      : say('move.booked', { actor, name: name.name, nights })
  }
  const isTaken = after.caregiver === parent
  if (!isParent(after) || before.caregiver === 'babysitter') return null
  if (!isTaken && dates.back.length === 0) return say('move.gave', { actor, name, nights })
  if (!isTaken) {
    const tonight = dates.back.filter(night => night.equals(context.tonight)).length
    return say('move.gavePair', { actor, name, nights, back, tonight })
  }
  if (before.caregiver === null) return null
  return dates.back.length === 0
    ? say('move.took', { actor, name: former, nights })
    : say('move.tookPair', { actor, name: former, nights, back })
}

/** Who has the nights now, or would have them. */
function plainText({ before, after, ...dates }: Exchange, context: MovesContext): string {
  const { conditional = false, wording } = context
  const { say } = wording
  const [name, other] = [personIn(after, context), personIn(before, context)]
  const [nights, back] = [listed(dates.nights, context), listed(dates.back, context)]
  if (after.caregiver === null) return say(conditional ? 'move.wouldOpen' : 'move.open', { nights })
  if (dates.back.length > 0)
    return say(conditional ? 'move.wouldPair' : 'move.pair', { name, nights, other, back })
  if (conditional) return say('move.would', { name, nights })
  if (before.caregiver === null) return say('move.has', { name, nights })
  return say('move.instead', { name, nights, before: other })
}

function introduced(moves: string, { by = null, how, people, wording }: MovesContext): string {
  const { say } = wording
  if (by === null) return moves
  if (by === 'calendar') return say('move.inCalendar', { moves })
  if (by === 'schedule') return say('move.bySchedule', { moves })
  const actor = typeof by === 'object' ? by : parentIn(people, by)
  return say(how === 'undid' ? 'move.undone' : 'move.after', { actor, moves })
}

function personIn(assignee: Assignee, { people, wording: { say } }: MovesContext): Person {
  // The sentences about an open night name no one.
  return assigneeIn(people, assignee) ?? { name: say('person.babysitter'), isReader: false }
}

function listed(
  nights: readonly Temporal.PlainDate[],
  { tonight, wording, mostNights = Infinity }: MovesContext,
): string {
  const named = nights.slice(0, mostNights).map(night => wording.nightFrom(tonight, night))
  const more = nights.length - named.length
  if (more > 0) named.push(wording.say('notification.more', { count: more }))
  return wording.list(named)
}
