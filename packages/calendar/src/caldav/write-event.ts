import { CalendarError } from '../errors.ts'
import type { EventDraft, RemoteEvent } from '../port.ts'
import { changedEvent, ifMatch, isSameVersion, newEvent, remoteEvent } from './event-body.ts'
import { isTaken, refusalIn, refused, type Refusal } from './refusals.ts'
import type { DavAnswer, Send } from './requests.ts'
import { isWritable } from './calendars.ts'
import { addressOf, expectCalendar, findEvent } from './resources.ts'

export interface Writing {
  send: Send
  calendar: URL
  now: Temporal.Instant
}

/** The etag of an event that is gone; no server makes it. */
export const removedEtag = 'removed'

/**
 * Makes an event, after checking that it does not exist: SOGo overwrites it in spite of `If-None-Match`.
 * @throws CalendarError `event-exists` when it does, or when another event of the account has its UID
 */
export async function insertEvent(writing: Writing, draft: EventDraft): Promise<RemoteEvent> {
  const { send, calendar, now } = writing
  const url = addressOf(calendar, draft.eventId)
  const there = refusalIn(await send({ method: 'GET', url }))
  if (there === null) throw new CalendarError('event-exists')
  const body = newEvent(draft, now)
  const answer = await put(send, url, body, { 'If-None-Match': '*' })
  const refusal = refusalIn(answer)
  if (refusal === null) return written(writing, draft.eventId, { answer, body })
  if (isTaken(refusal)) throw new CalendarError('event-exists')
  throw await whyNot(writing, refusal, 'event-exists')
}

/**
 * Reads the event, changes what the draft says, and writes it back at the version that was read.
 * @throws CalendarError `event-stale` for another version, `event-gone` when it is gone
 */
export async function updateEvent(writing: Writing, etag: string, draft: EventDraft) {
  const { send, calendar, now } = writing
  const found = await findEvent(send, calendar, draft.eventId)
  if (found === null) throw new CalendarError('event-gone')
  if (!isSameVersion(found.event.etag, etag)) throw new CalendarError('event-stale')
  const body = changedEvent(found.body, draft, now) ?? newEvent(draft, now)
  const answer = await put(send, found.url, body, ifMatch(found.event.etag))
  const refusal = refusalIn(answer)
  if (refusal === null) return written(writing, draft.eventId, { answer, body })
  throw await whyNot(writing, refusal, 'event-stale')
}

/**
 * Removes the event after a look at its version: SOGo ignores `If-Match`.
 * @throws CalendarError `event-stale` for another version
 */
export async function removeEvent(writing: Writing, eventId: string, etag: string) {
  const { send, calendar } = writing
  const found = await findEvent(send, calendar, eventId)
  if (found === null) return
  if (!isSameVersion(found.event.etag, etag)) throw new CalendarError('event-stale')
  const headers = ifMatch(found.event.etag)
  const refusal = refusalIn(await send({ method: 'DELETE', url: found.url, headers }))
  if (refusal === null || refusal.status === 404 || refusal.status === 410) return
  throw await whyNot(writing, refusal, 'event-stale')
}

async function put(send: Send, url: URL, body: string, condition: Record<string, string>) {
  const headers = { 'Content-Type': 'text/calendar; charset=utf-8', ...condition }
  return send({ method: 'PUT', url, headers, body })
}

/** The event after a write; read again when the server does not say its version. */
async function written(
  { send, calendar }: Writing,
  eventId: string,
  { answer, body }: { answer: DavAnswer; body: string },
): Promise<RemoteEvent> {
  const etag = answer.headers.get('etag')
  const event = etag !== null && !etag.startsWith('W/') ? remoteEvent(body, etag) : null
  if (event) return event
  const found = await findEvent(send, calendar, eventId)
  if (found) return found.event
  throw new CalendarError('unavailable', { detail: 'the write is not in the calendar' })
}

/** Tells a refusal of one event from a calendar that is gone or read-only. */
async function whyNot(
  { send, calendar }: Writing,
  refusal: Refusal,
  race: 'event-exists' | 'event-stale',
): Promise<CalendarError> {
  const { status } = refusal
  if (status === 412) return new CalendarError(race)
  if (![400, 403, 404, 405, 409].includes(status)) return refused(refusal)
  const response = await expectCalendar(send, calendar)
  if (status === 403 || !isWritable(response))
    return new CalendarError('forbidden', { detail: `${status}` })
  if (status === 409 || (status === 400 && isTaken(refusal))) return new CalendarError(race)
  if (status === 404) return new CalendarError('unavailable', { detail: '404' })
  return refused(refusal)
}
