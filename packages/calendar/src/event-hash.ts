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
 * One text for one meaning: equal for what we pushed and what came back unless somebody changed
 * the title, the day or removed the event. Colour, reminders and description belong to the family
 * and do not count; neither does how the title is encoded or spaced at its ends.
 */
export function eventHash(meaning: EventMeaning): string {
  const { status, summary, startDate, endDate } = meaning
  const parts = [status, summary.normalize('NFC').trim(), startDate, endDate]
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url')
}
