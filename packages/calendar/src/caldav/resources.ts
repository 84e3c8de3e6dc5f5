import { escapeXml } from '@night-routine/service'
import { CalendarError } from '../errors.ts'
import type { RemoteEvent } from '../port.ts'
import { valueIn } from '../outside-event.ts'
import { canonicalPath, fileName, resolveHref } from './addresses.ts'
import { propfind } from './discovery.ts'
import { hasFormOfEventId } from '../event-hash.ts'
import { idInBody, remoteEvent, unreadableResource } from './event-body.ts'
import { readMultistatus, textIn, type DavResponse } from './multistatus.ts'
import { refusalIn, refused } from './refusals.ts'
import type { DavAnswer, Send } from './requests.ts'
import type { Renamed } from './sync-token.ts'
import { document, names } from './xml.ts'

/** An event of a calendar, where it was found and what it holds. */
export interface Resource {
  url: URL
  body: string
  event: RemoteEvent
}

/** A request for several resources at once, or a search. */
export async function report(send: Send, calendar: URL, body: string, depth: 0 | 1) {
  const headers = { Depth: String(depth) }
  return send({ method: 'REPORT', url: calendar, headers, body, readsAll: true })
}

export function addressOf(calendar: URL, eventId: string): URL {
  return new URL(`${encodeURIComponent(eventId)}.ics`, calendar)
}

/** The id that the name of a file of ours holds; null for other files. */
export function idInName(url: URL): string | null {
  const id = /^(.+)\.ics$/.exec(fileName(url))?.[1] ?? ''
  return hasFormOfEventId(id) ? id : null
}

/**
 * Reads an event from its own address; a client may have renamed the resource, so a missing one is searched by its
 * UID. Null when the calendar does not have it.
 * @throws CalendarError `calendar-gone` when the calendar is gone too
 */
export async function findEvent(send: Send, calendar: URL, eventId: string) {
  const url = addressOf(calendar, eventId)
  const answer = await send({ method: 'GET', url })
  const refusal = refusalIn(answer)
  if (refusal === null) {
    const { body, headers } = answer
    const etag = headers.get('etag')
    const event = remoteEvent(body, etag ?? '')
    // The search may know the etag that this answer lacks.
    if (event?.eventId === eventId)
      return (etag === null && (await searchEvent(send, calendar, eventId))) || { url, body, event }
    // With something else at this address, the search has both.
    if (event === null) {
      // A proxy's page says nothing about the event.
      if (etag === null || /html/i.test(headers.get('content-type') ?? ''))
        throw new CalendarError('unavailable', { detail: 'not an event' })
      return { url, body, event: unreadableResource(eventId, etag) }
    }
  } else if (refusal.status !== 404 && refusal.status !== 410 && refusal.status !== 403)
    throw refused(refusal)
  return searchEvent(send, calendar, eventId)
}

/** Searches an event by its UID; servers compare it loosely, so it is compared here again. */
export async function searchEvent(send: Send, calendar: URL, eventId: string) {
  const match = `<c:text-match collation="i;octet">${escapeXml(eventId)}</c:text-match>`
  const filter = `<c:prop-filter name="UID">${match}</c:prop-filter>`
  const found = await query(send, calendar, filter)
  return found.find(({ event }) => event.eventId === eventId) ?? null
}

/** The events of a calendar that a filter inside VEVENT lets through. */
export async function query(send: Send, calendar: URL, filter: string): Promise<Resource[]> {
  return resourcesIn(send, calendar, await calendarQuery(send, calendar, filter))
}

/** The texts of these events, whoever they belong to. */
export async function queryTexts(send: Send, calendar: URL, filter: string): Promise<string[]> {
  const { responses } = expectMultistatus(await calendarQuery(send, calendar, filter))
  return responses.flatMap(({ property }) => textIn(property('c:calendar-data')) ?? [])
}

/** A filter for events between the starts of two days. */
export function timeRange(from: Temporal.PlainDate, to: Temporal.PlainDate): string {
  const [start, end] = [from, to].map(date => `${date.toString().replaceAll('-', '')}T000000Z`)
  return `<c:time-range start="${start}" end="${end}"/>`
}

async function calendarQuery(send: Send, calendar: URL, filter: string): Promise<DavAnswer> {
  const events = `<c:comp-filter name="VEVENT">${filter}</c:comp-filter>`
  const body = document(
    'c:calendar-query',
    `<d:prop>${names('d:getetag', 'c:calendar-data')}</d:prop>` +
      `<c:filter><c:comp-filter name="VCALENDAR">${events}</c:comp-filter></c:filter>`,
  )
  return report(send, calendar, body, 1)
}

/** Reads resources by their hrefs; missing ones are left out. `renamed` has our events by their files' names. */
export async function multiget(
  send: Send,
  calendar: URL,
  hrefs: readonly string[],
  renamed: Renamed,
): Promise<Resource[]> {
  const found: Resource[] = []
  for (let at = 0; at < hrefs.length; at += 50) {
    const part = hrefs.slice(at, at + 50).map(href => `<d:href>${escapeXml(href)}</d:href>`)
    const body = document(
      'c:calendar-multiget',
      `<d:prop>${names('d:getetag', 'c:calendar-data')}</d:prop>${part.join('')}`,
    )
    const answer = await report(send, calendar, body, 1)
    found.push(...(await resourcesIn(send, calendar, answer, renamed)))
  }
  return found
}

/**
 * The events of an answer. Foreign ones that cannot be read are left out. Without an etag, the text is the version;
 * without the text, ours are read at their own address.
 */
async function resourcesIn(send: Send, calendar: URL, answer: DavAnswer, renamed: Renamed = {}) {
  const found: Resource[] = []
  for (const response of expectMultistatus(answer).responses) {
    const url = resolveHref(response.href, calendar)
    if (url === null || !isThere(response, url)) continue
    const named = valueIn(renamed, fileName(url)) ?? idInName(url)
    const data = response.property('c:calendar-data')
    const read = !data && named !== null ? await send({ method: 'GET', url }) : undefined
    if (!data && (!read || refusalIn(read))) continue
    const body = read ? read.body : (textIn(data) ?? '')
    const etag = etagIn(response) ?? read?.headers.get('etag') ?? ''
    const event = remoteEvent(body, etag)
    const ours = named ?? idInBody(body)
    if (event !== null) found.push({ url, body, event })
    else if (ours !== null) found.push({ url, body, event: unreadableResource(ours, etag) })
  }
  return found
}

/** Whether a listed resource is a file that exists. Folders have no etag, and some servers say none at all. */
export function isThere(response: DavResponse, { pathname }: URL): boolean {
  return response.status < 300 && (etagIn(response) !== null || !pathname.endsWith('/'))
}

/** The answer to a report. @throws CalendarError for a refusal, or when it is not whole */
export function expectMultistatus(answer: DavAnswer) {
  const found = answer.status === 207 ? readMultistatus(answer.body) : null
  if (found) return found
  const refusal = refusalIn(answer)
  if (refusal && (refusal.status === 404 || refusal.status === 410))
    throw new CalendarError('calendar-gone')
  throw refusal
    ? refused(refusal)
    : new CalendarError('unavailable', { detail: 'not a multistatus' })
}

export function etagIn({ property }: DavResponse): string | null {
  return textIn(property('d:getetag'))
}

/** @throws CalendarError `calendar-gone` when the calendar does not exist */
export async function expectCalendar(send: Send, calendar: URL): Promise<DavResponse> {
  const properties = ['d:resourcetype', 'd:current-user-privilege-set'] as const
  const found = await propfind(send, calendar, { depth: 0, properties: [...properties] })
  const [response] = found?.responses ?? []
  if (response === undefined || response.status >= 400) throw new CalendarError('calendar-gone')
  return response
}

export function isSame(one: URL, other: URL): boolean {
  return canonicalPath(one.pathname) === canonicalPath(other.pathname)
}
