import type { CalendarEventRow } from '@night-routine/database/calendar'
import type { DesiredEvent } from '../../src/push/desired-events.ts'
import { pushedHash } from '@night-routine/calendar'

export const day = (text: string) => Temporal.PlainDate.from(text)

/** A night's event with this text. */
export function event(night: string, text = 'Alex'): DesiredEvent {
  const meaning = `means ${text}`
  return {
    night: day(night),
    summary: text,
    description: `why ${text}`,
    caregiver: 'a',
    reason: 'Alternating',
    meaning,
    hash: pushedHash(meaning, `why ${text}`),
  }
}

/** What we know after `event` was written. */
export function row(night: string, more: Partial<CalendarEventRow> = {}): CalendarEventRow {
  return {
    calendarId: 'family',
    night: day(night),
    generation: 0,
    eventId: `event of ${night}`,
    etag: '"1"',
    pushedHash: event(night).hash,
    judgedMeaning: null,
    note: null,
    state: 'present',
    unlisted: false,
    ...more,
  }
}
