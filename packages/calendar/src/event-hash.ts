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

/**
 * What we remember of a write: the `eventHash`, a dot, and a hash of the description. The first part alone
 * tells an echo from an edit, because the family may change the description. Both together show whether there
 * is something to write.
 */
export function pushedHash(meaning: string, description: string): string {
  return `${meaning}.${createHash('sha256').update(description).digest('base64url')}`
}

/** The same with an unknown description; it equals no `pushedHash`. */
export function writtenMeaning(meaning: string): string {
  return `${meaning}.`
}

/** The `eventHash` in a `pushedHash`; null when the calendar has nothing of ours. */
export function pushedMeaning(hash: string | null): string | null {
  return hash && hash.slice(0, hash.indexOf('.'))
}
