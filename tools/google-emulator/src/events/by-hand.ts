import type { EventEdit } from '../control/contract.ts'
import { notFound } from '../google-error.ts'
import type { Provider } from '../state/provider.ts'
import type { Calendar, StoredEvent } from '../state/state.ts'
import { readContent } from './content.ts'
import { changeEvent, deleteEvent, insertEvent } from './store.ts'

/** Edits that a person makes in Google's app: without token or etag, and always notified. */
export function createAsPerson(provider: Provider, calendar: Calendar, event: EventEdit) {
  const [creator = 'unknown@example.com'] = Object.keys(calendar.roles)
  return insertEvent(provider, calendar, {
    id: event.id,
    creator,
    content: readContent(event, calendar),
  })
}

/** @throws GoogleError 404, or 400 for an invalid change */
export function editAsPerson(
  provider: Provider,
  calendar: Calendar,
  eventId: string,
  edit: EventEdit,
): StoredEvent {
  const event = findEvent(calendar, eventId)
  const content = readContent(edit, { base: event.content, timeZone: calendar.timeZone })
  return changeEvent(provider, calendar, event, content)
}

/** @throws GoogleError 404, or 410 when it is deleted already */
export function removeAsPerson(provider: Provider, calendar: Calendar, eventId: string): void {
  deleteEvent(provider, calendar, findEvent(calendar, eventId))
}

function findEvent(calendar: Calendar, id: string): StoredEvent {
  const event = calendar.events.get(id)
  if (!event) throw notFound()
  return event
}
