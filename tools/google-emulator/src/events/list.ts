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
 * order of ids, so that changes between two pages neither repeat nor hide
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

  const rest = matching(provider, calendar, query)
    .filter(({ id }) => id > page.after)
    .toSorted((left, right) => (left.id < right.id ? -1 : 1))
  const events = rest.slice(0, Math.min(query.maxResults, pageSize ?? Infinity))

  const last = events.at(-1)
  if (last !== undefined && events.length < rest.length) {
    return { events, nextPageToken: writePageToken({ ...page, after: last.id }) }
  }
  if (query.privateProperties.length > 0) return { events }
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
  return events.filter(
    event =>
      (event.content.status !== 'cancelled' ||
        (query.showDeleted === true && updatedSince(event, oldest))) &&
      within(event, query, calendar.timeZone) &&
      hasProperties(event.content.extendedProperties?.private, query.privateProperties),
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

/** Every constraint must match, as the reference says (the guide says any). */
function hasProperties(properties: Record<string, string> | undefined, wanted: [string, string][]) {
  return wanted.every(([name, value]) => properties?.[name] === value)
}
