import type { calendar_v3 } from '@googleapis/calendar'
import { CalendarError, isCalendarError } from '../errors.ts'
import type { CalendarChanges, RemoteEvent } from '../port.ts'
import { outsideIdentifier } from '../outside-event.ts'
import { eventFields, remoteEvent } from './event-body.ts'
import { itemsOf, pagesOf } from './pages.ts'
import type { Request } from './requests.ts'

/**
 * The version of `shape` below. A sync token is valid only for the request that returned it, so a token
 * stored under another version must be discarded.
 */
export const syncShapeVersion = 2

/**
 * The parameters of every event listing. Recurring events are not expanded: expanded, each of the family's
 * would be hundreds of events, and of ours only the event itself carries our id.
 */
const shape = {
  singleEvents: false,
  showDeleted: true,
  maxResults: 2500,
  fields: `nextPageToken,nextSyncToken,items(${eventFields})`,
} as const

type Restrictions = Pick<
  calendar_v3.Params$Resource$Events$List,
  'syncToken' | 'timeMin' | 'privateExtendedProperty'
>

/** All events, or the changes since `syncToken`. Filters would invalidate the next token. */
export async function listChanges(
  request: Request,
  calendarId: string,
  { syncToken }: { syncToken: string | null },
): Promise<CalendarChanges> {
  const since = syncToken === null ? {} : { syncToken }
  const { events, nextSyncToken } = await listAll(request, calendarId, since).catch(
    (error: unknown) => {
      // The calendar exists, so this 410 is about the token, whatever reason it gives.
      const isRefused = syncToken !== null && isCalendarError(error, 'event-gone')
      throw isRefused ? new CalendarError('sync-token-expired') : error
    },
  )
  if (nextSyncToken === null) throw new CalendarError('unavailable', { detail: 'no sync token' })
  return { events, nextSyncToken }
}

/** Our events, found by their `app` property. */
export async function listOurEvents(
  request: Request,
  calendarId: string,
  { from }: { from: Temporal.PlainDate },
): Promise<RemoteEvent[]> {
  // All-day events end in the calendar's time zone, which is less than a day from UTC.
  const timeMin = `${from.subtract({ days: 1 }).toString()}T00:00:00Z`
  const privateExtendedProperty = ['app=night-routine']
  return (await listAll(request, calendarId, { timeMin, privateExtendedProperty })).events
}

async function listAll(request: Request, calendarId: string, restrictions: Restrictions) {
  const events: RemoteEvent[] = []
  let nextSyncToken: string | null = null
  const all = { calendarId, ...shape, ...restrictions }
  const pages = pagesOf(async asked =>
    request((api, headers) => api.events.list({ ...all, ...asked }, { headers })),
  )
  for await (const page of pages) {
    events.push(...itemsOf(page).flatMap(item => remoteEvent(item) ?? []))
    nextSyncToken = outsideIdentifier(page.nextSyncToken)
  }
  return { events, nextSyncToken }
}
