import { isCalendarError, type CalendarPort, type RemoteEvent } from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database/calendar'
import { oneByOne } from '../one-by-one.ts'

export interface FoundEvents {
  /** The last version of each event. */
  events: RemoteEvent[]
  /** Our events that no longer exist, not even as removed. */
  gone: CalendarEventRow[]
  /** Our events at which the provider fails; it is not known how they are. */
  unread: CalendarEventRow[]
  /** The sync token for the next read; null to keep the current one. */
  nextSyncToken: string | null
  /** Whether it was a full read, which cannot have missed anything. */
  everything: boolean
  /** Whether so many of our events were missing that the list is not trusted. */
  doubtful: boolean
}

/**
 * Reads the changes since `syncToken`, or everything when there is no valid token. `reconcile`, or a sign that the
 * server keeps changes to itself, also compares all our events from `from` on, without the token, and reads
 * everything if the token missed a change. Each event that is missing in a full list is read separately. If too many
 * are missing, the list is ignored. Calls `check` before each provider call; it throws to stop the read.
 */
export async function readEvents(options: {
  calendar: CalendarPort
  calendarId: string
  syncToken: string | null
  reconcile: boolean
  from: Temporal.PlainDate
  /** Our events from `from` on, as known before the read. */
  expected: readonly CalendarEventRow[]
  check: () => void
}): Promise<FoundEvents> {
  const { calendar, calendarId, from, expected, check } = options
  const { everything, events, nextSyncToken, mayHaveMissed = false } = await readChanges(options)
  const reconcile =
    options.reconcile ||
    mayHaveMissed ||
    hasOwnWriteMissing(events, expected) ||
    (!calendar.remembersRemoved && isAlmostAll(events, expected))
  const changes = {
    events,
    gone: [],
    unread: [],
    nextSyncToken,
    everything: false,
    doubtful: false,
  }
  if (!everything && !reconcile) return changes

  if (!everything) check()
  const listed = everything ? events : await calendar.listOurEvents(calendarId, { from })
  // A removal that was listed is known, although no list of what exists has it.
  const removed = events.filter(({ status }) => status === 'cancelled')
  const missing = missingEvents(expected, [...listed, ...removed])
  // Where removed events are never listed, the reads of the missing ones below are the proof.
  if (missing.doubtful && calendar.remembersRemoved)
    return everything
      ? { ...changes, events: [], nextSyncToken: null, doubtful: true }
      : { ...changes, doubtful: true }

  const gone: CalendarEventRow[] = []
  const found: RemoteEvent[] = []
  const readOne = async (row: CalendarEventRow) => {
    check()
    const event = await calendar.getEvent(calendarId, row.eventId)
    if (event === null) gone.push(row)
    else found.push(event)
  }
  const failed = await oneByOne(missing.rows, readOne, { answered: true })
  // A restored server accepts a token from after its backup, and lists no changes until it gets there again.
  if (
    !everything &&
    (gone.length > 0 || hasMissed([...listed, ...found], [...expected, ...events]))
  )
    return readEvents({ ...options, syncToken: null })
  return {
    ...changes,
    events: latest([...events, ...listed, ...found]),
    gone,
    unread: failed.map(({ item }) => item),
    everything: true,
  }
}

/** When a larger share of events is missing, the response is doubtful. */
const doubtfulShare = 0.2

/**
 * Our events that should be in a full list of a calendar but are not; such a list also contains removed events.
 * It is doubtful when it is empty or much too short: more likely an error than a family that removed its plan.
 * `expected` must have been read before the list.
 */
export function missingEvents(
  expected: readonly CalendarEventRow[],
  listed: readonly RemoteEvent[],
): { rows: CalendarEventRow[]; doubtful: boolean } {
  const shown = new Set(listed.map(({ eventId }) => eventId))
  const standing = expected.filter(
    ({ state, etag }) => state !== 'removing' && state !== 'removed' && etag !== null,
  )
  const rows = standing.filter(({ eventId }) => !shown.has(eventId))
  return { rows, doubtful: rows.length > standing.length * doubtfulShare }
}

/**
 * Whether so many of our events are listed as changed that the server may not know the token: DAViCal then lists every
 * event that exists, and none that is gone.
 */
function isAlmostAll(events: readonly RemoteEvent[], expected: readonly CalendarEventRow[]) {
  const ours = new Set(expected.map(({ eventId }) => eventId))
  const listed = events.filter(({ eventId }) => ours.has(eventId))
  return listed.length > 0 && listed.length >= expected.length / 2
}

/**
 * Whether the changes lack what we wrote since the last read. Xandikos compares two states of the calendar, as we do
 * where a server has no sync: an event that we wrote and a person then removed, or put back as it was, is in neither.
 */
function hasOwnWriteMissing(events: readonly RemoteEvent[], expected: readonly CalendarEventRow[]) {
  const written = expected.filter(({ unlisted }) => unlisted)
  return missingEvents(written, events).rows.length > 0
}

/** Whether one of these events has another version than the last one that we know. */
function hasMissed(
  listed: readonly RemoteEvent[],
  known: readonly Pick<CalendarEventRow, 'eventId' | 'etag'>[],
): boolean {
  const versions = new Map(known.map(({ eventId, etag }) => [eventId, etag]))
  return listed.some(({ eventId, etag }) => versions.has(eventId) && versions.get(eventId) !== etag)
}

async function readChanges(options: Parameters<typeof readEvents>[0]) {
  const { calendar, calendarId, syncToken, check } = options
  check()
  if (syncToken !== null)
    try {
      return { ...(await calendar.listChanges(calendarId, { syncToken })), everything: false }
    } catch (error) {
      // A refused request may be caused by the token, so it is repeated without it.
      if (!isCalendarError(error, 'sync-token-expired', 'request-refused')) throw error
      check()
    }
  return { ...(await calendar.listChanges(calendarId, { syncToken: null })), everything: true }
}

function latest(events: readonly RemoteEvent[]): RemoteEvent[] {
  return [...new Map(events.map(event => [event.eventId, event])).values()]
}
