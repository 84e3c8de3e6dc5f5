import { CalendarError, type CalendarPort, type EventDraft } from '@night-routine/calendar'
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

type CallKind = keyof CalendarPort['quota']['units']

/** Puts the rules before each call of the port, and counts. */
export function pacedCalendar(calendar: CalendarPort, rules: CallRules) {
  const counts = { reads: 0, writes: 0 }
  async function call<T>(kind: CallKind, work: () => Promise<T>): Promise<T> {
    if (counts.reads + counts.writes >= rules.maxCalls) throw new CallLimitError()
    await rules.pace.take(calendar.quota.units[kind], rules.signal)
    rules.guard()
    counts[kind === 'read' ? 'reads' : 'writes'] += 1
    try {
      return await work()
    } catch (error) {
      if (isTooFast(error)) rules.pace.slowDown(error.retryAfterSeconds ?? 0)
      throw error
    }
  }
  return {
    counts,
    /** Whether the account's own list still has the calendar as one that it may write. */
    isWritable: async (calendarId: string) =>
      (await call('read', () => calendar.listCalendars())).some(
        ({ id, writable }) => id === calendarId && writable,
      ),
    get: (calendarId: string, eventId: string) =>
      call('read', () => calendar.getEvent(calendarId, eventId)),
    insert: (calendarId: string, draft: EventDraft) =>
      call('insert', () => calendar.insertEvent(calendarId, draft)),
    update: (calendarId: string, etag: string, draft: EventDraft) =>
      call('update', () => calendar.updateEvent(calendarId, etag, draft)),
    remove: (calendarId: string, eventId: string, etag: string) =>
      call('remove', () => calendar.removeEvent(calendarId, eventId, etag)),
  }
}

function isTooFast(error: unknown): error is CalendarError {
  return (
    error instanceof CalendarError &&
    (error.reason === 'rate-limited' || error.reason === 'usage-limit')
  )
}
