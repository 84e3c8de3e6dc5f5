import { CalendarError, type CalendarPort, type EventDraft } from '@night-routine/calendar'
import type { Pace } from './pace.ts'

/** A calendar for one push: rate-limited, counted, and stopped when the worker loses the job. */
export type PacedCalendar = ReturnType<typeof pacedCalendar>

/** The push has used up its calls; another push does the rest. */
export class CallLimitError extends Error {
  override readonly name = 'CallLimitError'
}

/** The limits of a push. */
export interface CallRules {
  pace: Pace
  /** Throws when another worker may have the job; then nothing more may be written. */
  guard: () => void
  maxCalls: number
  signal?: AbortSignal | undefined
}

type CallKind = keyof CalendarPort['quota']['units']

/** Applies the rules before each call, and counts the calls. */
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
    /** Whether the account's calendar list still shows the calendar as writable. */
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
