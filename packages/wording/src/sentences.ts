/** How many turns, or nights, and of whom. */
interface Counted {
  name: string
  nights: number
}

/**
 * What one language must be able to say about a night. A further language is one file that
 * satisfies this type: a sentence that is missing does not compile.
 *
 * `chosen` is the parent who does the night, `other` the one who does not. A turn is a night that a
 * parent did: nights of a babysitter and nights without anybody are nobody's turn.
 */
export interface Sentences {
  /** BCP 47 tag for dates. */
  locale: string
  /** A night that nobody can do and nobody has decided. */
  open(parents: { a: string; b: string }): string
  /** A night that a person gave to a babysitter; the name is null where it is not known. */
  babysitter(babysitter: string | null): string
  /** A night that a person gave to a parent. */
  chosenByHand(chosen: string): string
  /** The other parent is away that night. */
  otherAway(names: { chosen: string; other: string }): string
  /** The other parent covers nights near this one, on which the chosen one is away. */
  otherCovers(names: { chosen: string; other: string }, dates: string): string
  /** Another turn that only the plan as a whole explains. */
  kept(chosen: string): string
  /** The other parent had the last turns, at least two. */
  turnsInARow(names: { chosen: string; other: string }, turns: number): string
  /** All nights so far. */
  total(chosen: Counted, other: Counted): string
  /** Nights out of the last 30. */
  recent(chosen: Counted, other: Counted): string
  /** The other parent had the last turn. */
  lastTurn(names: { chosen: string; other: string }): string
  /** Nobody had a turn yet. */
  firstTurn(chosen: string): string
  /** Who, where no reason is known. */
  plainly(chosen: string): string
}
