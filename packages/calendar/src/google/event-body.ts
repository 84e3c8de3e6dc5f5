import type { calendar_v3 } from '@googleapis/calendar'
import type { EventDraft, EventStatus, RemoteEvent } from '../port.ts'

/** The fields that we read; we ask Google for nothing else. */
export const eventFields =
  'id,etag,status,summary,description,start/date,end/date,recurrence,visibility,extendedProperties/private'

/** A new event. It leaves people free in their calendars and has no reminders. */
export function newEvent(draft: EventDraft): calendar_v3.Schema$Event {
  return {
    ...contentOf(draft),
    id: draft.eventId,
    start: { date: draft.night.toString() },
    end: { date: draft.night.add({ days: 1 }).toString() },
    transparency: 'transparent',
    reminders: { useDefault: false },
  }
}

/**
 * The fields that a draft changes in an existing event. `null` removes the hours or the recurrence that a
 * person added. Color, place and reminders stay as the family set them.
 */
export function changedEvent(draft: EventDraft): calendar_v3.Schema$Event {
  return {
    ...contentOf(draft),
    start: allDay(draft.night),
    end: allDay(draft.night.add({ days: 1 })),
    recurrence: null,
  }
}

function contentOf({ summary, description, properties }: EventDraft): calendar_v3.Schema$Event {
  return {
    status: 'confirmed',
    summary,
    description,
    extendedProperties: { private: { ...properties } },
  }
}

/** The event in the port's terms; null when the response lacks a field that every event has. */
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

// Our events always have a title and properties, so a private event without both hides them from us.
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
