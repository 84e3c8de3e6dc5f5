import { linesHash, type EventDraft } from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database'
import type { DesiredEvent } from './desired-events.ts'

/** What a push writes for a night. */
export function draft(row: CalendarEventRow, event: DesiredEvent): EventDraft {
  return {
    eventId: row.eventId,
    summary: event.summary,
    description: [event.description, row.note].filter(Boolean).join('\n\n'),
    night: event.night,
    properties: {
      app: 'night-routine',
      night: event.night.toString(),
      generation: String(row.generation),
      hash: event.meaning,
      lines: linesHash(event.description),
      caregiver: event.caregiver ?? '',
      reason: event.reason ?? '',
    },
  }
}
