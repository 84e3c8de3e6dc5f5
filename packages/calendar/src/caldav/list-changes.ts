import { CalendarError } from '../errors.ts'
import type { RemoteEvent } from '../port.ts'
import { emptyEvent, valueIn } from '../outside-event.ts'
import { fileName, resolveHref } from './addresses.ts'
import { deltaByEtags } from './delta-by-etags.ts'
import { deltaBySync } from './delta-by-sync.ts'
import { hasFormOfEventId } from '../event-hash.ts'
import type { Send } from './requests.ts'
import { idInName, multiget, query, searchEvent, timeRange, type Resource } from './resources.ts'
import { readSyncToken, writeSyncToken, type Renamed } from './sync-token.ts'
import { removedEtag } from './write-event.ts'

/**
 * What changed since the token; without one, every event of ours. Events of others are read only when they change,
 * because one may be a copy, or a renamed file, of ours.
 * @throws CalendarError `sync-token-expired`
 */
export async function listChanges(send: Send, calendar: URL, syncToken: string | null) {
  const since = syncToken === null ? null : readSyncToken(syncToken)
  if (syncToken !== null && since === null) throw new CalendarError('sync-token-expired')
  const before = since?.renamed ?? {}
  const delta =
    (await deltaBySync(send, calendar, since)) ?? (await deltaByEtags(send, calendar, since))

  const wanted = delta.changed.filter(href => since !== null || idOf(href, calendar, before))
  const found = await multiget(send, calendar, wanted, before)
  const events = new Map(found.map(({ event }) => [event.eventId, event]))
  const renamed = { ...before, ...renamedIn(found) }
  for (const href of since === null ? [] : delta.removed) {
    const eventId = idOf(href, calendar, before)
    delete renamed[nameOf(href, calendar)]
    if (eventId === null || events.has(eventId)) continue
    const isElsewhere = delta.mayBeElsewhere || Object.values(renamed).includes(eventId)
    const other = isElsewhere ? await searchEvent(send, calendar, eventId) : null
    Object.assign(renamed, renamedIn(other ? [other] : []))
    events.set(eventId, other?.event ?? removedEvent(eventId))
  }
  return {
    events: [...events.values()],
    nextSyncToken: writeSyncToken(delta.next(renamed)),
    mayHaveMissed: delta.mayHaveMissed,
  }
}

function nameOf(href: string, calendar: URL): string {
  const url = resolveHref(href, calendar)
  return url === null ? '' : fileName(url)
}

/** The event of ours in this file; null for files of others. */
function idOf(href: string, calendar: URL, renamed: Renamed): string | null {
  const url = resolveHref(href, calendar)
  return url && (valueIn(renamed, fileName(url)) ?? idInName(url))
}

/** Our events in files that are not named after their id. */
function renamedIn(found: readonly Resource[]): Renamed {
  const renamed = found.filter(
    ({ url, event: { eventId } }) => hasFormOfEventId(eventId) && idInName(url) !== eventId,
  )
  return Object.fromEntries(renamed.map(({ url, event }) => [fileName(url), event.eventId]))
}

export function removedEvent(eventId: string): RemoteEvent {
  return { ...emptyEvent(eventId, removedEtag), status: 'cancelled' }
}

/** The longest plan is a year, and some servers want an end. */
const range = { days: 800 }

/**
 * Our events that end after the start of `from`, known by their id or by our property: clients may drop the
 * properties. Searched from a day before, because servers compare days in their own zone.
 */
export async function listOurEvents(send: Send, calendar: URL, from: Temporal.PlainDate) {
  const found = await query(send, calendar, timeRange(from.subtract({ days: 1 }), from.add(range)))
  return ourEventsFrom(
    found.map(({ event }) => event),
    from,
  )
}

/** Those of these events that are ours, and end after the start of `from`. */
export function ourEventsFrom(
  events: readonly RemoteEvent[],
  from: Temporal.PlainDate,
): RemoteEvent[] {
  return events
    .filter(
      ({ eventId, properties }) =>
        hasFormOfEventId(eventId) || properties['app'] === 'night-routine',
    )
    .filter(({ endDate }) => endDate === null || Temporal.PlainDate.compare(endDate, from) > 0)
}
