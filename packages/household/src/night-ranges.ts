import type { NightRange } from '@night-routine/database/nights'
import { isBefore } from './tonight.ts'

/** Nights in order as ranges: neighbouring nights are one. */
export function inRanges(nights: readonly Temporal.PlainDate[]): NightRange[] {
  const ranges: NightRange[] = []
  for (const night of nights) {
    const last = ranges.at(-1)
    if (last?.to.add({ days: 1 }).equals(night)) last.to = night
    else ranges.push({ from: night, to: night })
  }
  return ranges
}

/** The parts of ranges that are within others. */
export function withinNights(ranges: readonly NightRange[], { from, to }: NightRange) {
  return ranges
    .map(range => ({ from: later(range.from, from), to: earlier(range.to, to) }))
    .filter(range => !isBefore(range.to, range.from))
}

/** The earlier of two nights. */
export function earlier(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(other, one) ? other : one
}

/** The later of two nights. */
export function later(one: Temporal.PlainDate, other: Temporal.PlainDate): Temporal.PlainDate {
  return isBefore(one, other) ? other : one
}

/** Entries by their night, `YYYY-MM-DD`. */
export function keyed<N extends { night: Temporal.PlainDate }>(
  nights: readonly N[],
): Map<string, N> {
  return new Map(nights.map(night => [night.night.toString(), night]))
}

/** The order of nights. */
export function byNight(one: { night: Temporal.PlainDate }, other: { night: Temporal.PlainDate }) {
  return Temporal.PlainDate.compare(one.night, other.night)
}
