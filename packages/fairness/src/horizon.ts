import { isAway } from './away.ts'
import { otherParent } from './caregiver.ts'
import type { Caregiver, ParentId } from './caregiver.ts'
import type { PlanRequest } from './plan-request.ts'
import { lookAround, lookBeyond } from './price.ts'

/** What is given about one night: settled, inside the plan, or just beyond it. */
export interface HorizonNight {
  night: Temporal.PlainDate
  /** Who is away; a person's decision may still send them. */
  away: ParentId[]
  /** Decided: it happened, or a person fixed it. Null on a free and on an open night. */
  decided: Caregiver | null
  /** Who can be chosen; empty when decided or open. */
  able: ParentId[]
  /** The parent whom people have read of, on a free night. */
  published: ParentId | null
}

/** The nights of a request in order: those on record, those to plan, and some after them. */
export interface Horizon {
  settled: HorizonNight[]
  planned: HorizonNight[]
  /** Looked at so that the last planned nights prepare for what follows; they are never returned. */
  beyond: HorizonNight[]
}

function parentOf(caregiver: Caregiver | undefined): ParentId | null {
  return caregiver === 'a' || caregiver === 'b' ? caregiver : null
}

/** Lays a checked request out, one entry for each date. */
export function layOut({ from, to, away, settled, fixed, published }: PlanRequest): Horizon {
  const decided = new Map(
    [...settled, ...fixed].map(({ night, caregiver }) => [night.toString(), caregiver]),
  )
  const read = new Map(published.map(({ night, caregiver }) => [night.toString(), caregiver]))

  function entry(night: Temporal.PlainDate, past: boolean): HorizonNight {
    const gone = (['a', 'b'] as const).filter(parent => isAway(away[parent], night))
    const caregiver = decided.get(night.toString()) ?? null
    const able =
      past || caregiver ? [] : (['a', 'b'] as const).filter(parent => !gone.includes(parent))
    const known = able.length === 2 ? parentOf(read.get(night.toString())) : null
    return { night, away: gone, decided: caregiver, able, published: known }
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
    beyond: span(to.add({ days: 1 }), lookBeyond, false),
  }
}

/**
 * Who covers a night on which this parent is away, as far as that is certain before planning: the one
 * who did it, was sent, or is the only one left.
 */
function covers({ away, decided, able }: HorizonNight, absent: ParentId): boolean {
  const other = otherParent(absent)
  return away.includes(absent) && (decided === other || (able.length === 1 && able[0] === other))
}

/** For each of these nights: does the other parent cover an absence of this one, not far from it? */
export function nearAbsence(nights: readonly HorizonNight[], absent: ParentId): boolean[] {
  const near = nights.map(() => false)
  for (const [index, night] of nights.entries())
    if (covers(night, absent))
      near.fill(true, Math.max(0, index - lookAround), index + lookAround + 1)
  return near
}
