import { otherParent, type Caregiver, type ParentId } from './caregiver.ts'
import type { HorizonNight } from './horizon.ts'
import { dueOf, type Ledger } from './ledger.ts'
import { lookAround } from './price.ts'
import { reasonFor, type Reason } from './reason.ts'
import type { Tally } from './tally.ts'

/**
 * Why a night is planned as it is: the reason and its numbers, as they were before that night. Plain data that
 * survives a round trip through JSON.
 */
export interface Explanation {
  /** null on an open night */
  reason: Reason | null
  /** every night so far */
  totals: Record<ParentId, number>
  /** the 30 dates before this night */
  last30: Record<ParentId, number>
  /** who had the last turn, and how many in a row; babysitter and open nights are ignored */
  streak: { parent: ParentId | null; nights: number }
  /** who is away on this night */
  away: ParentId[]
  /**
   * Nearby nights on which this parent is away and the other covers, when they are the reason
   * (`Unavailability`, before or after the absence); they may lie beyond the plan. Null otherwise, and in the
   * rare case of a second turn that only the whole plan explains, because any other choice costs more.
   * Inclusive, `YYYY-MM-DD`.
   */
  absence: { from: string; to: string } | null
  /**
   * The other parent's nights that follow at once, when they are why this parent has another turn
   * (`Unavailability` without an absence). `YYYY-MM-DD`, in order.
   */
  next?: string[]
  /** Who would rather not do this night, if anyone. */
  ratherNot?: ParentId[]
  /** Whose turn it is, where weeks turn about. */
  turn?: ParentId
  /** The split behind the reason; missing when the parents do half each and each night counts once. */
  split?: ExplainedSplit
}

/** How the household divides its nights, and the nights before this one by weight. */
export interface ExplainedSplit {
  /** Percent. */
  share: Record<ParentId, number>
  /** What this night weighs. */
  weight: number
  /** `totals` by weight. */
  totals: Record<ParentId, number>
  /** `last30` by weight. */
  last30: Record<ParentId, number>
  /** The agreement's first night (`YYYY-MM-DD`), where it is not the first agreement. */
  since?: string
  /** What all agreements so far asked of these nights, by weight; missing where one share holds for all. */
  due?: Record<'totals' | 'last30', Record<ParentId, number>>
}

/** A night of the horizon with its caregiver. */
export interface ChosenNight extends HorizonNight {
  caregiver: Caregiver | null
}

/**
 * The nearest nights on which the other parent covers for this one, future ones first: the whole stretch, as
 * long as it is recorded or planned.
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

/** The nights after this one that this parent has in a row. */
export function followingNights(
  nights: readonly Pick<ChosenNight, 'night' | 'caregiver'>[],
  index: number,
  parent: ParentId,
): string[] {
  const later = nights.slice(index + 1)
  const end = later.findIndex(({ caregiver }) => caregiver !== parent)
  return later.slice(0, end < 0 ? later.length : end).map(({ night }) => night.toString())
}

/** Why a night is as it is, with the numbers from before it. `around` is asked only where no rule explains it. */
export function explainNight(
  night: {
    night: Temporal.PlainDate
    caregiver: Caregiver | null
    /** A person decided it. */
    isFixed: boolean
    tally: Tally
    weight: number
    away: readonly ParentId[]
    ratherNot: readonly ParentId[]
  },
  ledger: Ledger,
  around: (parent: ParentId) => Pick<Explanation, 'absence' | 'next'>,
): { reason: Reason | null; explanation: Explanation } {
  const { caregiver, isFixed, tally, away, ratherNot } = night
  const parent = caregiver === 'babysitter' ? null : caregiver
  const reason = isFixed ? 'Override' : parent && reasonFor(parent, night, ledger)
  const isAround = reason === 'Unavailability' && parent && !away.includes(otherParent(parent))
  const { absence, next = [] } = isAround ? around(parent) : { absence: null }
  const { totals, last30, streak } = tally
  const turn = ledger.turnOf(night.night)?.parent
  const split = explainedSplit(night, ledger)
  return {
    reason,
    explanation: {
      reason,
      totals,
      last30,
      streak: { ...streak },
      away: [...away],
      absence,
      ...(next.length > 0 && { next: [...next] }),
      ...(ratherNot.length > 0 && { ratherNot: [...ratherNot] }),
      ...(turn && { turn }),
      ...(split && { split }),
    },
  }
}

function explainedSplit(
  { night, tally: { weighed, balance }, weight }: Parameters<typeof explainNight>[0],
  ledger: Ledger,
): ExplainedSplit | null {
  const { isPlain, share, since } = ledger.termsAt(night)
  if (isPlain) return null
  const split = { share: { ...share }, weight, ...weighed }
  if (since === null) return split
  const due = {
    totals: dueOf(weighed.totals, balance.totals),
    last30: dueOf(weighed.last30, balance.last30),
  }
  return { ...split, since: since.toString(), due }
}
