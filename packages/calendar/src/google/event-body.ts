import type { calendar_v3 } from '@googleapis/calendar'
import { hasFormOfEventId } from '../event-hash.ts'
import {
  fieldsOf,
  outsideDate,
  outsideEvent,
  outsideIdentifier,
  unreadableEvent,
} from '../outside-event.ts'
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

/**
 * The event in the port's terms. An event of ours that cannot be read is `unreadable`; a foreign one is null, like
 * one without id or version.
 */
export function remoteEvent(given: unknown): RemoteEvent | null {
  const event = fieldsOf(given)
  const [eventId, etag] = [outsideIdentifier(event['id']), outsideIdentifier(event['etag'])]
  if (eventId === null || etag === null) return null
  try {
    return contentIn(event, { eventId, etag })
  } catch {
    return hasFormOfEventId(eventId) ? unreadableEvent(eventId, etag) : null
  }
}

function contentIn(event: Fields, version: Pick<RemoteEvent, 'eventId' | 'etag'>): RemoteEvent {
  const { status, summary, description, recurrence } = event
  if (!isStatus(status)) throw new TypeError('not a status')
  return outsideEvent({
    ...version,
    status,
    summary,
    description,
    startDate: outsideDate(fieldsOf(event['start'])['date']),
    endDate: outsideDate(fieldsOf(event['end'])['date']),
    repeats: Array.isArray(recurrence) && recurrence.length > 0,
    properties: fieldsOf(fieldsOf(event['extendedProperties'])['private']),
    ...(areDetailsHidden(event) && { detailsHidden: true }),
  })
}

// Our events always have a title and properties, so a private event without both hides them from us.
function areDetailsHidden({ visibility, summary, extendedProperties }: Fields) {
  const isPrivate = visibility === 'private' || visibility === 'confidential'
  return isPrivate && summary === undefined && extendedProperties === undefined
}

function allDay(date: Temporal.PlainDate): calendar_v3.Schema$EventDateTime {
  return { date: date.toString(), dateTime: null, timeZone: null }
}

function isStatus(status: unknown): status is EventStatus {
  return status === 'confirmed' || status === 'tentative' || status === 'cancelled'
}

type Fields = ReturnType<typeof fieldsOf>
