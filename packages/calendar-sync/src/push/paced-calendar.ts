import { setTimeout } from 'node:timers/promises'
import {
  isCalendarError,
  type CalendarPort,
  type CalendarQuota,
  type EventDraft,
} from '@night-routine/calendar'

/** A rate limit shared by all callers. */
export interface Pace {
  /** Waits until a call of this many units is allowed; rejects when the signal aborts. */
  take: (units: number, signal?: AbortSignal) => Promise<void>
  /**
   * Halves the rate after the provider refused a call as too fast. The job request keeps the wait that the
   * provider asked for, so that a person can end it; here it only delays the recovery.
   */
  slowDown: (waitSeconds: number) => void
}

/** Time without a refusal after which the rate doubles, up to the full rate. */
const recoverySeconds = 60
const slowestShare = 1 / 16

/** The clock of a pace; tests use a fake one. */
export interface PaceClock {
  /** Milliseconds of a monotonic clock. */
  now: () => number
  sleep: (milliseconds: number, signal: AbortSignal | undefined) => Promise<unknown>
}

const systemPaceClock: PaceClock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) =>
    setTimeout(Math.ceil(milliseconds), undefined, signal && { signal }),
}

/** A token bucket: `burst` units at once, then `unitsPerSecond`. */
export function createPace(
  { burst, unitsPerSecond }: Pick<CalendarQuota, 'burst' | 'unitsPerSecond'>,
  { now, sleep }: PaceClock = systemPaceClock,
): Pace {
  let units = burst
  let filledAt = now()
  let share = 1
  let slowedAt = filledAt

  function rate(): number {
    return (unitsPerSecond * share) / 1000
  }

  function fill() {
    const at = now()
    units = Math.min(burst, units + (at - filledAt) * rate())
    filledAt = at
    for (; share < 1 && at - slowedAt >= recoverySeconds * 1000; slowedAt += recoverySeconds * 1000)
      share = Math.min(1, share * 2)
  }

  return {
    async take(cost, signal) {
      signal?.throwIfAborted()
      fill()
      // A negative balance is what earlier callers wait for; a later caller waits behind them.
      units -= cost
      const ownEnd = filledAt + Math.max(0, -units) / rate()
      // A timer counts from the time the event loop cached, so on a busy machine it fires early.
      for (let at = filledAt; at < ownEnd; at = now()) await sleep(ownEnd - at, signal)
    },
    slowDown(waitSeconds) {
      fill()
      share = Math.max(slowestShare, share / 2)
      slowedAt = filledAt + waitSeconds * 1000
      units = Math.min(units, 0)
    },
  }
}

/** A calendar for one push: rate-limited, counted, and stopped when the worker loses the job. */
export type PacedCalendar = ReturnType<typeof pacedCalendar>

/** The push has used up its calls; another push does the rest. */
export class CallLimitError extends Error {
  override readonly name = 'CallLimitError'
}

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
      if (isCalendarError(error, 'rate-limited', 'usage-limit'))
        rules.pace.slowDown(error.retryAfterSeconds ?? 0)
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
