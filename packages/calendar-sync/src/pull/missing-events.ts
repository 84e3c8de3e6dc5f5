import type { RemoteEvent } from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database'

/** When a larger share of events is missing, the response is doubtful. */
const doubtfulShare = 0.2

/** The events that a full read should have returned. */
export interface MissingEvents {
  rows: CalendarEventRow[]
  /** The list is empty or much too short, which is more likely an error than a family that removed its plan. */
  doubtful: boolean
}

/**
 * Our events that should be in a full list of a calendar but are not; such a list also contains removed events.
 * `expected` must have been read before the list.
 */
export function missingEvents(
  expected: readonly CalendarEventRow[],
  listed: readonly RemoteEvent[],
): MissingEvents {
  const shown = new Set(listed.map(({ eventId }) => eventId))
  const standing = expected.filter(({ state, etag }) => state !== 'removed' && etag !== null)
  const rows = standing.filter(({ eventId }) => !shown.has(eventId))
  return { rows, doubtful: rows.length > standing.length * doubtfulShare }
}
