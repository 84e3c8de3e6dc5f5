import { isCalendarText } from '../busy/calendar-text.ts'
import { readBusyInThread } from '../busy/read-in-thread.ts'
import {
  changedEvent,
  isSameVersion,
  newEvent,
  remoteEvent,
  unreadableResource,
} from '../caldav/event-body.ts'
import { ourEventsFrom, removedEvent } from '../caldav/list-changes.ts'
import { CalendarError } from '../errors.ts'
import { hasFormOfEventId } from '../event-hash.ts'
import type { CalendarPort, CalendarQuota, RemoteEvent } from '../port.ts'
import type { EventStore, StoredEvent } from './event-store.ts'

/** The id of the only calendar. */
export const ownCalendarId = 'own'

export const ownCalendarName = 'Night Routine'

/** Nobody else's server: a month is written at once. */
const quota: CalendarQuota = {
  burst: 1_000,
  unitsPerSecond: 1_000,
  units: { read: 1, insert: 1, update: 1, remove: 1 },
}

/** The installation's own calendar: events in a store, which calendar apps change at the same time. */
export function connectOwn(store: EventStore, now = () => Temporal.Now.instant()): CalendarPort {
  async function read(calendarId: string, eventId: string) {
    expectOwn(calendarId)
    const stored = await store.find({ uid: eventId })
    return stored && { stored, event: eventOf(stored) }
  }

  return {
    quota,
    remembersRemoved: false,
    syncShapeVersion: 1,

    listCalendars: async () => [
      { id: ownCalendarId, name: ownCalendarName, writable: true, primary: true, timeZone: null },
    ],

    async getEvent(calendarId, eventId) {
      return (await read(calendarId, eventId))?.event ?? null
    },

    async insertEvent(calendarId, draft) {
      expectOwn(calendarId)
      const uid = draft.eventId
      const event = { uid, name: `${uid}.ics`, text: newEvent(draft, now()) }
      const written = await store.put(event, null)
      if (written === null) throw new CalendarError('event-exists')
      return eventOf(written)
    },

    async updateEvent(calendarId, etag, draft) {
      const found = await read(calendarId, draft.eventId)
      if (found === undefined) throw new CalendarError('event-gone')
      const { stored, event } = found
      const text = changedEvent(stored.text, draft, now()) ?? newEvent(draft, now())
      const written =
        isSameVersion(event.etag, etag) && (await store.put({ ...stored, text }, stored.version))
      if (!written) throw new CalendarError('event-stale')
      return eventOf(written)
    },

    async removeEvent(calendarId, eventId, etag) {
      const found = await read(calendarId, eventId)
      if (found === undefined) return
      if (!isSameVersion(found.event.etag, etag) || !(await store.remove(found.stored)))
        throw new CalendarError('event-stale')
    },

    async listChanges(calendarId, { syncToken }) {
      expectOwn(calendarId)
      const changes = await store.changes(syncToken)
      if (changes === null) throw new CalendarError('sync-token-expired')
      return { events: changes.events.flatMap(readable), nextSyncToken: changes.token }
    },

    async listOurEvents(calendarId, { from }) {
      expectOwn(calendarId)
      const { events = [] } = (await store.changes(null)) ?? {}
      return ourEventsFrom(events.flatMap(readable), from)
    },

    async readBusy(calendarId, request) {
      expectOwn(calendarId)
      const { events = [] } = (await store.changes(null)) ?? {}
      const texts = events.flatMap(({ text }) => text ?? []).filter(isCalendarText)
      return readBusyInThread(texts, request)
    },
  }
}

function expectOwn(calendarId: string): void {
  if (calendarId !== ownCalendarId) throw new CalendarError('calendar-gone')
}

function eventOf({ uid, text, version }: StoredEvent): RemoteEvent {
  if (text === null) return removedEvent(uid)
  const etag = `"${version}"`
  return remoteEvent(text, etag) ?? unreadableResource(uid, etag)
}

/** Without the events of others that cannot be read. */
function readable(stored: StoredEvent): RemoteEvent[] {
  const event = eventOf(stored)
  return event.unreadable && !hasFormOfEventId(stored.uid) ? [] : [event]
}
