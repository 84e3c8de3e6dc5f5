import { createHash } from 'node:crypto'
import type { EventStatus } from './port.ts'

/** What an event says about a night. A `RemoteEvent` has this shape. */
export interface EventMeaning {
  status: EventStatus
  summary: string
  startDate: Temporal.PlainDate | null
  endDate: Temporal.PlainDate | null
}

/**
 * A hash of what an event says about its night. It changes when somebody edits the title or the day, or
 * removes the event. Color, reminders, description, Unicode form and outer spaces do not change it.
 */
export function eventHash(meaning: EventMeaning): string {
  const { status, summary, startDate, endDate } = meaning
  const parts = [status, summary.normalize('NFC').trim(), startDate, endDate]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
