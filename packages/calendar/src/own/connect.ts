import { CalendarError } from '../errors.ts'
import type { CalendarPort, CalendarQuota } from '../port.ts'
import type { EventStore } from './event-store.ts'

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
    const { eventOf } = await at(calendarId)
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
      const { eventOf, newEvent } = await at(calendarId)
      const uid = draft.eventId
      const event = { uid, name: `${uid}.ics`, text: newEvent(draft, now()) }
      const written = await store.put(event, null)
      if (written === null) throw new CalendarError('event-exists')
      return eventOf(written)
    },

    async updateEvent(calendarId, etag, draft) {
      const { changedEvent, eventOf, isSameVersion, newEvent } = await at(calendarId)
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
      const { isSameVersion } = await at(calendarId)
      const found = await read(calendarId, eventId)
      if (found === undefined) return
      if (!isSameVersion(found.event.etag, etag) || !(await store.remove(found.stored)))
        throw new CalendarError('event-stale')
    },

    async listChanges(calendarId, { syncToken }) {
      const { readable } = await at(calendarId)
      const changes = await store.changes(syncToken)
      if (changes === null) throw new CalendarError('sync-token-expired')
      return { events: changes.events.flatMap(readable), nextSyncToken: changes.token }
    },

    async listOurEvents(calendarId, { from }) {
      const { ourEventsFrom, readable } = await at(calendarId)
      const { events = [] } = (await store.changes(null)) ?? {}
      return ourEventsFrom(events.flatMap(readable), from)
    },

    async readBusy(calendarId, request) {
      const { isCalendarText, readBusyInThread } = await at(calendarId)
      const { events = [] } = (await store.changes(null)) ?? {}
      const texts = events.flatMap(({ text }) => text ?? []).filter(isCalendarText)
      return readBusyInThread(texts, request)
    },
  }
}

/** What an operation in the calendar needs. The parsers are loaded on the first call, as for a calendar server. */
async function at(calendarId: string) {
  if (calendarId !== ownCalendarId) throw new CalendarError('calendar-gone')
  return import('./events.ts')
}
