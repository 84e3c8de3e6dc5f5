import type { calendar_v3 } from '@googleapis/calendar'
import type { EventDraft, EventStatus, RemoteEvent } from '../port.ts'

/** What we read of an event; the rest of it is none of our business. */
export const eventFields =
  'id,etag,status,summary,description,start/date,end/date,recurrence,visibility,extendedProperties/private'

/** A new event: takes nobody's time, rings for nobody. */
export function newEvent(draft: EventDraft): calendar_v3.Schema$Event {
  return {
    ...whatItSays(draft),
    id: draft.eventId,
    start: { date: draft.night.toString() },
    end: { date: draft.night.add({ days: 1 }).toString() },
    transparency: 'transparent',
    reminders: { useDefault: false },
  }
}

/**
 * What a draft changes of an event that exists. `null` takes away the hours that somebody gave it,
 * and the series that somebody made of it; colour, reminders and place stay as the family has them.
 */
export function changedEvent(draft: EventDraft): calendar_v3.Schema$Event {
  return {
    ...whatItSays(draft),
    start: allDay(draft.night),
    end: allDay(draft.night.add({ days: 1 })),
    recurrence: null,
  }
}

function whatItSays({ summary, description, properties }: EventDraft): calendar_v3.Schema$Event {
  return {
    status: 'confirmed',
    summary,
    description,
    extendedProperties: { private: { ...properties } },
  }
}

/** The event as the port knows it; null when the answer lacks what every event has. */
export function remoteEvent(event: calendar_v3.Schema$Event): RemoteEvent | null {
  const { id, etag, status } = event
  if (!id || !etag || !isStatus(status)) return null
  return {
    eventId: id,
    etag,
    status,
    summary: event.summary ?? '',
    description: event.description ?? '',
    startDate: civilDate(event.start?.date),
    endDate: civilDate(event.end?.date),
    repeats: (event.recurrence ?? []).length > 0,
    properties: event.extendedProperties?.private ?? {},
    ...(areDetailsHidden(event) && { detailsHidden: true }),
  }
}

// Our events always have a title and properties: a private one with neither is withheld, not empty.
function areDetailsHidden({ visibility, summary, extendedProperties }: calendar_v3.Schema$Event) {
  const isPrivate = visibility === 'private' || visibility === 'confidential'
  return isPrivate && summary === undefined && extendedProperties === undefined
}

function allDay(date: Temporal.PlainDate): calendar_v3.Schema$EventDateTime {
  return { date: date.toString(), dateTime: null, timeZone: null }
}

function isStatus(status: string | null | undefined): status is EventStatus {
  return status === 'confirmed' || status === 'tentative' || status === 'cancelled'
}

function civilDate(text: string | null | undefined): Temporal.PlainDate | null {
  return text ? Temporal.PlainDate.from(text) : null
}
