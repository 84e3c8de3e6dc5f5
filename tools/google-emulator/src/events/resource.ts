import type { EmulatorEvent } from '../control/contract.ts'
import { hidesFrom } from '../access.ts'
import type { Calendar, StoredEvent } from '../state/state.ts'

export function etagOf(event: StoredEvent): string {
  return `"${(3_400_000_000_000_000 + event.revision * 2000).toString()}"`
}

/**
 * An event as the API shows it. Google guarantees only the id of a deleted event, so there is no
 * more than that, its etag and its status.
 */
export function eventResource(
  event: StoredEvent,
  view: { calendar: Calendar; email: string; origin: string },
) {
  const identity = {
    kind: 'calendar#event',
    etag: etagOf(event),
    id: event.id,
    status: event.content.status,
  }
  if (event.content.status === 'cancelled') return identity
  if (hidesFrom(view.calendar, view.email, event.content)) {
    const { start, end, visibility } = event.content
    return { ...identity, start, end, visibility }
  }
  const { transparency, reminders = { useDefault: true }, ...content } = event.content
  return {
    ...identity,
    htmlLink: `${view.origin}/?calendar=${encodeURIComponent(view.calendar.id)}&event=${event.id}`,
    created: event.created,
    updated: event.updated,
    creator: person(event.creator, view.email),
    organizer: {
      email: view.calendar.id,
      displayName: view.calendar.summary,
      self: true,
    },
    iCalUID: `${event.id}@google.com`,
    sequence: 0,
    eventType: 'default',
    ...content,
    // Google leaves the default out.
    ...(transparency === 'transparent' && { transparency }),
    reminders,
  }
}

/** An event with everything stored about it, for tests. */
export function storedResource(event: StoredEvent): EmulatorEvent {
  const { id, created, updated, content } = event
  return { id, etag: etagOf(event), created, updated, ...content }
}

function person(email: string, viewer: string) {
  return email === viewer ? { email, self: true } : { email }
}
