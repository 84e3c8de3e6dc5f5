import type { RemoteEvent } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'

/** Above this share of missing events, the answer is doubted and not the calendar. */
const doubtfulShare = 0.2

/** What a read of everything should have shown, and did not. */
export interface MissingEvents {
  rows: MirrorRow[]
  /** Empty or much too short: more likely a fault on the way than a family that removed its plan. */
  doubtful: boolean
}

/**
 * Events that we know to stand in the calendar and that are not in a list of it, where removed events
 * are listed as well. `expected` must have been read before the list.
 */
export function missingEvents(
  expected: readonly MirrorRow[],
  listed: readonly RemoteEvent[],
): MissingEvents {
  const shown = new Set(listed.map(({ eventId }) => eventId))
  const standing = expected.filter(({ state, etag }) => state !== 'removed' && etag !== null)
  const rows = standing.filter(({ eventId }) => !shown.has(eventId))
  return { rows, doubtful: rows.length > standing.length * doubtfulShare }
}
