import { CalendarError, type CalendarPort, type RemoteEvent } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { missingEvents } from './missing-events.ts'

/** What was found in the calendar. */
export interface FoundEvents {
  /** The last version that was seen of each event. */
  events: RemoteEvent[]
  /** Events of ours that are gone without a trace. */
  gone: MirrorRow[]
  /** Where the next read goes on; null: where this one began. */
  nextSyncToken: string | null
  /** Whether all of it was looked at, so that nothing can have been missed before. */
  everything: boolean
  /** Whether a list lacked so many of our events that it was not believed. */
  doubtful: boolean
}

/**
 * Reads what changed since `syncToken`; everything where there is no token, or the calendar no longer
 * takes it. `reconcile`: also compares all our events from `from` on, without the token. Whichever of
 * them is missing in a list of everything is asked for by itself, unless too many are: then that list
 * counts for nothing. Calls `check` before each request, which throws to end the read.
 */
export async function readEvents(options: {
  calendar: CalendarPort
  calendarId: string
  syncToken: string | null
  reconcile: boolean
  from: Temporal.PlainDate
  /** Our events from `from` on, as known before anything was read. */
  expected: readonly MirrorRow[]
  check: () => void
}): Promise<FoundEvents> {
  const { calendar, calendarId, reconcile, from, expected, check } = options
  const { everything, events, nextSyncToken } = await readChanges(options)
  const changes = { events, gone: [], nextSyncToken, everything: false, doubtful: false }
  if (!everything && !reconcile) return changes

  if (!everything) check()
  const listed = everything ? events : await calendar.listOurEvents(calendarId, { from })
  const missing = missingEvents(expected, listed)
  if (missing.doubtful)
    return everything
      ? { ...changes, events: [], nextSyncToken: null, doubtful: true }
      : { ...changes, doubtful: true }

  const gone: MirrorRow[] = []
  const found: RemoteEvent[] = []
  for (const row of missing.rows) {
    check()
    const event = await calendar.getEvent(calendarId, row.eventId)
    if (event === null) gone.push(row)
    else found.push(event)
  }
  return {
    ...changes,
    events: latest([...events, ...listed, ...found]),
    gone,
    everything: true,
  }
}

async function readChanges({
  calendar,
  calendarId,
  syncToken,
  check,
}: Pick<Parameters<typeof readEvents>[0], 'calendar' | 'calendarId' | 'syncToken' | 'check'>) {
  check()
  if (syncToken !== null)
    try {
      return { ...(await calendar.listChanges(calendarId, { syncToken })), everything: false }
    } catch (error) {
      if (!isRefusedToken(error)) throw error
      check()
    }
  return { ...(await calendar.listChanges(calendarId, { syncToken: null })), everything: true }
}

// A request that is refused as such may be the token's fault; without it we shall see.
function isRefusedToken(error: unknown): boolean {
  return (
    error instanceof CalendarError &&
    (error.reason === 'sync-token-expired' || error.reason === 'request-refused')
  )
}

function latest(events: readonly RemoteEvent[]): RemoteEvent[] {
  return [...new Map(events.map(event => [event.eventId, event])).values()]
}
