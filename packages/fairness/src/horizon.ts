import { isAway } from './away.ts'
import { otherParent, parentIds, type Caregiver, type ParentId } from './caregiver.ts'
import type { Ledger, Turn } from './ledger.ts'
import type { PlanRequest } from './plan-request.ts'
import { lookAround, lookBeyond } from './price.ts'

/** The facts of one night: settled, to be planned, or just beyond the plan. */
export interface HorizonNight {
  night: Temporal.PlainDate
  /** Who is away; a person's override may still choose them. */
  away: ParentId[]
  /** Who did it or was chosen by a person. Null on a free or open night. */
  decided: Caregiver | null
  /** Who can be chosen; empty for a decided or open night. */
  able: ParentId[]
  /** The parent that people have seen, on a free night. */
  published: ParentId | null
  /** Who could do it and would rather not, on a free night. */
  ratherNot: ParentId[]
  /** What the night weighs. */
  weight: number
  /** Whose turn it is, where weeks turn about. */
  turn: Turn | null
}

/** The nights of a request in order: settled ones, those to plan, and some beyond. */
export type Horizon = ReturnType<typeof layOut>

function parentOf(caregiver: Caregiver | undefined): ParentId | null {
  return caregiver === 'a' || caregiver === 'b' ? caregiver : null
}

/** The nights of a valid request, one entry per date. */
export function layOut(request: PlanRequest, { weightOf, turnOf }: Ledger) {
  const { from, to, away, settled, fixed, published, ratherNot } = request
  const decided = new Map(
    [...settled, ...fixed].map(({ night, caregiver }) => [night.toString(), caregiver]),
  )
  const read = new Map(published.map(({ night, caregiver }) => [night.toString(), caregiver]))

  function entry(night: Temporal.PlainDate, past: boolean): HorizonNight {
    const gone = parentIds.filter(parent => isAway(away[parent], night))
    const caregiver = decided.get(night.toString()) ?? null
    const able = past || caregiver ? [] : parentIds.filter(parent => !gone.includes(parent))
    const free = able.length === 2
    return {
      night,
      away: gone,
      decided: caregiver,
      able,
      published: free ? parentOf(read.get(night.toString())) : null,
      ratherNot: free
        ? parentIds.filter(parent => ratherNot?.[parent].weekdays.includes(night.dayOfWeek))
        : [],
      weight: weightOf(night),
      turn: turnOf(night),
    }
  }
  function span(first: Temporal.PlainDate, nights: number, past: boolean): HorizonNight[] {
    return Array.from({ length: nights }, (_, index) => entry(first.add({ days: index }), past))
  }
  const first = settled.reduce(
    (earliest, { night }) => (Temporal.PlainDate.compare(night, earliest) < 0 ? night : earliest),
    from,
  )
  return {
    settled: span(first, first.until(from).days, true),
    planned: span(from, from.until(to).days + 1, false),
    /** Included so that the end of the plan prepares for what follows; never returned. */
    beyond: span(to.add({ days: 1 }), lookBeyond, false),
  }
}

/**
 * Whether the other parent is certain to cover a night on which this one is away: they did it, were chosen, or
 * are the only one left.
 */
function covers({ away, decided, able }: HorizonNight, absent: ParentId): boolean {
  const other = otherParent(absent)
  return away.includes(absent) && (decided === other || able.includes(other))
}

/** For each night, whether the other parent covers an absence of this one nearby. */
export function nearAbsence(nights: readonly HorizonNight[], absent: ParentId): boolean[] {
  const near = nights.map(() => false)
  for (const [index, night] of nights.entries())
    if (covers(night, absent))
      near.fill(true, Math.max(0, index - lookAround), index + lookAround + 1)
  return near
}
