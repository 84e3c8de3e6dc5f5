import type { CalendarPort } from '@night-routine/calendar'
import type { Database } from '@night-routine/database'
import type { Pace } from './pace.ts'

/** `left`: nights whose event a person has changed; they are not overwritten. */
export type PushOutcome = { writes: number; reads: number; left: Temporal.PlainDate[] }

/** Makes the selected calendar agree with the plan from tonight on (design.md sections 6 and 7). */
export function pushCalendar(_options: {
  db: Database
  calendar: CalendarPort
  now: Temporal.Instant
  publicUrl: string
  pace: Pace
  guard: () => void
  signal?: AbortSignal
}): Promise<PushOutcome> {
  throw new Error('being written')
}
