import { remoteEvent, unreadableResource } from '../caldav/event-body.ts'
import { removedEvent } from '../caldav/list-changes.ts'
import { hasFormOfEventId } from '../event-hash.ts'
import type { RemoteEvent } from '../port.ts'
import type { StoredEvent } from './event-store.ts'

export { isCalendarText } from '../busy/calendar-text.ts'
export { readBusyInThread } from '../busy/read-in-thread.ts'
export { changedEvent, isSameVersion, newEvent } from '../caldav/event-body.ts'
export { ourEventsFrom } from '../caldav/list-changes.ts'

export function eventOf({ uid, text, version }: StoredEvent): RemoteEvent {
  if (text === null) return removedEvent(uid)
  const etag = `"${version}"`
  return remoteEvent(text, etag) ?? unreadableResource(uid, etag)
}

/** Without the events of others that cannot be read. */
export function readable(stored: StoredEvent): RemoteEvent[] {
  const event = eventOf(stored)
  return event.unreadable && !hasFormOfEventId(stored.uid) ? [] : [event]
}
