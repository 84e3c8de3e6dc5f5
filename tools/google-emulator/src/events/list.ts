import { GoogleError } from '../google-error.ts'
import type { Provider } from '../state/provider.ts'
import type { Calendar, StoredEvent } from '../state/state.ts'
import { fingerprint } from './list-query.ts'
import type { ListQuery } from './list-query.ts'
import { spanOf } from './span.ts'
import {
  oldestRemembered,
  readPageToken,
  readSyncToken,
  writePageToken,
  writeSyncToken,
} from './tokens.ts'

interface EventPage {
  events: StoredEvent[]
  nextPageToken?: string
  nextSyncToken?: string
}

/**
 * One page of a calendar: of everything, or of what changed since a sync token. Pages follow the
 * order of ids (or the order asked for), so that changes between two pages neither repeat nor hide
 * an event; the sync token on the last page is of the moment of the first.
 *
 * @throws GoogleError 400 and 410
 */
export function listEvents(provider: Provider, calendar: Calendar, query: ListQuery): EventPage {
  const shape = fingerprint(query)
  const page =
    query.pageToken === undefined
      ? { after: '', revision: provider.state.revision, fingerprint: shape }
      : readPageToken(query.pageToken, shape)
  const { emptyFirstPage, pageSize } = provider.switches
  if (emptyFirstPage && query.pageToken === undefined) {
    return { events: [], nextPageToken: writePageToken(page) }
  }

  const key = sortKey(query, calendar)
  const rest = matching(provider, calendar, query)
    .map(event => ({ event, key: key(event) }))
    .filter(entry => entry.key > page.after)
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
  const shown = rest.slice(0, Math.min(query.maxResults, pageSize ?? Infinity))
  const events = shown.map(entry => entry.event)

  const last = shown.at(-1)
  if (last !== undefined && shown.length < rest.length) {
    return { events, nextPageToken: writePageToken({ ...page, after: last.key }) }
  }
  if (!leadsToSyncToken(query)) return { events }
  const position = { calendarId: calendar.id, revision: page.revision }
  return {
    events,
    nextSyncToken: writeSyncToken(provider, { ...position, singleEvents: query.singleEvents }),
  }
}

function matching(provider: Provider, calendar: Calendar, query: ListQuery): StoredEvent[] {
  const events = [...calendar.events.values()]
  if (query.syncToken !== undefined) {
    const { singleEvents, syncToken } = query
    const known = readSyncToken(provider, syncToken, { calendarId: calendar.id, singleEvents })
    return events.filter(event => event.revision > known)
  }
  const oldest = oldestRemembered(provider)
  if (query.updatedMin && Temporal.Instant.compare(query.updatedMin, oldest) < 0) {
    throw new GoogleError(
      410,
      'updatedMinTooLongAgo',
      'The requested minimum modification time lies too far in the past.',
      { domain: 'calendar', location: 'updatedMin', locationType: 'parameter' },
    )
  }
  // Deletions since updatedMin are always listed.
  const withDeleted = query.showDeleted === true || query.updatedMin !== undefined
  return events.filter(
    event =>
      (event.content.status !== 'cancelled' || (withDeleted && updatedSince(event, oldest))) &&
      (query.updatedMin === undefined || updatedSince(event, query.updatedMin)) &&
      within(event, query, calendar.timeZone) &&
      hasText(event, query) &&
      hasProperties(event.content.extendedProperties?.private, query.privateProperties) &&
      hasProperties(event.content.extendedProperties?.shared, query.sharedProperties),
  )
}

function updatedSince(event: StoredEvent, instant: Temporal.Instant): boolean {
  return Temporal.Instant.compare(Temporal.Instant.from(event.updated), instant) >= 0
}

/** timeMin bounds the end, timeMax the start, both exclusive. */
function within(event: StoredEvent, { timeMin, timeMax }: ListQuery, timeZone: string): boolean {
  const { start, end } = spanOf(event.content, timeZone)
  return (
    (timeMin === undefined || Temporal.Instant.compare(end, timeMin) > 0) &&
    (timeMax === undefined || Temporal.Instant.compare(start, timeMax) < 0)
  )
}

function hasText({ id, content }: StoredEvent, { q, iCalUID }: ListQuery): boolean {
  const words = [content.summary, content.description, content.location].join('\n').toLowerCase()
  return (
    (q === undefined || words.includes(q.toLowerCase())) &&
    (iCalUID === undefined || iCalUID === `${id}@google.com`)
  )
}

/** Every constraint must match, as the reference says (the guide says any). */
function hasProperties(
  properties: Record<string, string> | undefined,
  wanted: [string, string][],
): boolean {
  return wanted.every(([name, value]) => properties?.[name] === value)
}

function leadsToSyncToken(query: ListQuery): boolean {
  return (
    query.orderBy === undefined &&
    query.updatedMin === undefined &&
    query.q === undefined &&
    query.iCalUID === undefined &&
    query.privateProperties.length === 0 &&
    query.sharedProperties.length === 0
  )
}

/** A unique sort key in the list's order; the id breaks ties. */
function sortKey(query: ListQuery, calendar: Calendar): (event: StoredEvent) => string {
  if (query.orderBy === 'updated') return event => `${event.updated} ${event.id}`
  if (query.orderBy === undefined) return event => event.id
  return event => {
    const { start } = spanOf(event.content, calendar.timeZone)
    return `${start.toString({ fractionalSecondDigits: 3 })} ${event.id}`
  }
}
