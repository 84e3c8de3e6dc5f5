import { otherParent } from './caregiver.ts'
import type { Caregiver, ParentId } from './caregiver.ts'
import type { HorizonNight } from './horizon.ts'
import { lookAround } from './price.ts'
import type { Reason } from './reason.ts'
import type { Tally } from './tally.ts'

/**
 * Why a night is planned as it is: the reason and the numbers it rests on, all of them as they stood
 * before that night. Plain data: it can be stored as JSON and comes back the same.
 */
export interface Explanation {
  /** null on an open night */
  reason: Reason | null
  /** every night so far */
  totals: Record<ParentId, number>
  /** the 30 dates before this night */
  last30: Record<ParentId, number>
  /** who had the last turn, and how many in a row; babysitter and open nights are looked through */
  streak: { parent: ParentId | null; nights: number }
  /** who is away on this night */
  away: ParentId[]
  /**
   * Nights near this one on which this parent is away and the other covers: set when they are the
   * reason (`Unavailability`, looking ahead or back); the end may lie beyond the plan. Null otherwise, and
   * in the rare case that only the plan as a whole explains another turn of the same parent: any other
   * choice costs the nights around it more. Inclusive, `YYYY-MM-DD`.
   */
  absence: { from: string; to: string } | null
}

/** A night of the horizon with the caregiver it got. */
export interface ChosenNight extends HorizonNight {
  caregiver: Caregiver | null
}

/**
 * The nearest nights on which the other parent covers for this one, the coming ones first: the whole
 * stretch, as far as it is on record or planned.
 */
export function nearestAbsence(
  nights: readonly ChosenNight[],
  index: number,
  absent: ParentId,
): Explanation['absence'] {
  const covered = (at: number) => {
    const night = nights[at]
    return night?.away.includes(absent) && night.caregiver === otherParent(absent)
  }
  for (let distance = 1; distance <= lookAround; distance++) {
    for (const at of [index + distance, index - distance]) {
      if (!covered(at)) continue
      let [from, to] = [at, at]
      while (covered(from - 1)) from--
      while (covered(to + 1)) to++
      return { from: String(nights[from]?.night), to: String(nights[to]?.night) }
    }
  }
  return null
}

/** Puts the numbers beside the reason. */
export function explain(
  reason: Reason | null,
  { totals, last30, streak }: Tally,
  away: readonly ParentId[],
  absence: Explanation['absence'],
): Explanation {
  return { reason, totals, last30, streak: { ...streak }, away: [...away], absence }
}
