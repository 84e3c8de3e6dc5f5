import { sql } from 'kysely'
import type { Queryable } from './connection/connect.ts'

/** A clock that cannot be right: before the newest moment that the household has seen, or far past it. */
export interface ClockProblem extends Record<'now' | 'seen', Temporal.Instant> {
  kind: 'behind' | 'ahead'
}

/** Nothing was written, because the clock cannot be right. */
export class ClockError extends Error {
  override readonly name = 'ClockError'
}

/** What reads the time, and when this version was made, if that is known. */
type ReadClock = { now(): Temporal.Instant; builtAt?: Temporal.Instant }

/** The date of a plan is up to 14 h ahead. A machine may be off during a long holiday. */
const [mostBehind, mostAhead] = [{ hours: 24 }, { hours: 24 * 45 }]

/** The newest moment that the household has seen; null before the first plan. */
export const selectSeen = sql<Temporal.Instant | null>`(select
  greatest(clock_seen_at, last_planned_on::timestamp at time zone 'UTC') from settings)`

/** What is wrong with a clock; null if it may be right. */
export function clockProblem(clock: ReadClock, seen: Temporal.Instant | null): ClockProblem | null {
  const now = clock.now()
  for (const known of [seen, clock.builtAt ?? null])
    if (known !== null && Temporal.Instant.compare(now.add(mostBehind), known) < 0)
      return { kind: 'behind', now, seen: known }
  const isAhead = seen !== null && Temporal.Instant.compare(seen.add(mostAhead), now) < 0
  return isAhead ? { kind: 'ahead', now, seen } : null
}

/** Compares a clock with what the household has seen. */
export async function readClockProblem(q: Queryable, clock: ReadClock) {
  const { seen } = await q.selectNoFrom(selectSeen.as('seen')).executeTakeFirstOrThrow()
  return clockProblem(clock, seen)
}

/** Remembers the time of a clock that may be right; one that a person `trusts` counts whatever was seen before. */
export async function noteClock(q: Queryable, now: Temporal.Instant, { trusts = false } = {}) {
  const today = now.toZonedDateTimeISO('UTC').toPlainDate()
  const changes = trusts
    ? { clock_seen_at: now, last_planned_on: sql<string>`least(last_planned_on, ${today})` }
    : { clock_seen_at: sql<string>`greatest(clock_seen_at, ${now})` }
  await q.updateTable('settings').set(changes).execute()
}
