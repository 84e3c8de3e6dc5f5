import type { CalendarPort, EventDraft } from '@night-routine/calendar'
import type { Pace } from './pace.ts'

/** The events of a calendar as one push may use them: slowly, counted, and only while it holds the work. */
export type PacedCalendar = ReturnType<typeof pacedCalendar>

/** A push used up its calls; the rest is for the next one. */
export class CallLimitError extends Error {
  override readonly name = 'CallLimitError'
}

/** How a push may use the calendar. */
export interface CallRules {
  pace: Pace
  /** Throws when somebody else has the work by now: then nothing may be written any more. */
  guard: () => void
  maxCalls: number
  signal?: AbortSignal | undefined
}

/** Puts the rules before each call of the port, and counts. */
export function pacedCalendar(calendar: CalendarPort, rules: CallRules) {
  const counts = { reads: 0, writes: 0 }
  async function call<T>(kind: 'reads' | 'writes', work: () => Promise<T>): Promise<T> {
    if (counts.reads + counts.writes >= rules.maxCalls) throw new CallLimitError()
    await rules.pace(rules.signal)
    rules.guard()
    counts[kind] += 1
    return work()
  }
  return {
    counts,
    get: (calendarId: string, eventId: string) =>
      call('reads', () => calendar.getEvent(calendarId, eventId)),
    insert: (calendarId: string, draft: EventDraft) =>
      call('writes', () => calendar.insertEvent(calendarId, draft)),
    update: (calendarId: string, etag: string, draft: EventDraft) =>
      call('writes', () => calendar.updateEvent(calendarId, etag, draft)),
    remove: (calendarId: string, eventId: string, etag: string) =>
      call('writes', () => calendar.removeEvent(calendarId, eventId, etag)),
  }
}
