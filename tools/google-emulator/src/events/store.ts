import { isDeepStrictEqual } from 'node:util'
import type { Provider } from '../state/provider.ts'
import type { Calendar, StoredEvent } from '../state/state.ts'
import { GoogleError, invalidValue } from '../google-error.ts'
import type { EventContent } from './content.ts'

// Lower-case base32hex, RFC 2938 section 3.1.2, as the reference asks.
const eventId = /^[a-v0-9]{5,1024}$/

/**
 * @param id the client's own, or undefined for one of ours
 * @throws GoogleError 400 `invalid` for a malformed id, 409 `duplicate` for one that is or was taken
 */
export function insertEvent(
  provider: Provider,
  calendar: Calendar,
  event: { id: string | undefined; creator: string; content: EventContent },
): StoredEvent {
  const id = event.id ?? crypto.randomUUID().replaceAll('-', '')
  if (!eventId.test(id)) throw invalidValue('Invalid resource id value.')
  if (calendar.events.has(id)) {
    throw new GoogleError(409, 'duplicate', 'The requested identifier already exists.')
  }
  const created = timestamp(provider)
  return save(provider, calendar, { ...event, id, created, updated: created })
}

/** Stores new content. Equal content changes nothing and sends no notification. */
export function changeEvent(
  provider: Provider,
  calendar: Calendar,
  event: StoredEvent,
  content: EventContent,
): StoredEvent {
  if (isDeepStrictEqual(content, event.content)) return event
  // Reminders belong to the reader, not to the event: they do not move `updated`.
  const sameButReminders = isDeepStrictEqual(
    { ...content, reminders: undefined },
    { ...event.content, reminders: undefined },
  )
  const updated = sameButReminders ? event.updated : timestamp(provider)
  return save(provider, calendar, { ...event, content, updated })
}

/** @throws GoogleError 410 `deleted` when it is deleted already */
export function deleteEvent(provider: Provider, calendar: Calendar, event: StoredEvent): void {
  if (event.content.status === 'cancelled') {
    throw new GoogleError(410, 'deleted', 'Resource has been deleted')
  }
  changeEvent(provider, calendar, event, { ...event.content, status: 'cancelled' })
}

function save(provider: Provider, calendar: Calendar, event: Omit<StoredEvent, 'revision'>) {
  provider.state.revision += 1
  const stored = { ...event, revision: provider.state.revision }
  calendar.events.set(stored.id, stored)
  provider.calendarChanged(calendar.id)
  return stored
}

function timestamp(provider: Provider): string {
  return provider.clock.now().toString({ fractionalSecondDigits: 3 })
}
