import type { calendar_v3 } from '@googleapis/calendar'
import { CalendarError } from '../errors.ts'
import type { CalendarChanges, RemoteEvent } from '../port.ts'
import { eventFields, remoteEvent } from './event-body.ts'
import type { Request } from './requests.ts'

/**
 * Number of the shape below. A sync token is only good for the request it came from, so a token
 * that was stored under another number must be thrown away.
 */
export const syncShapeVersion = 2

/**
 * What every read of events asks for. Series are not unfolded: of ours, somebody may have made one,
 * and then only the event itself carries our id; of the family's, each would be hundreds of events.
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

/** Everything, or what changed since `syncToken`. Restrictions would cost the next token. */
export async function listChanges(
  request: Request,
  calendarId: string,
  { syncToken }: { syncToken: string | null },
): Promise<CalendarChanges> {
  const since = syncToken === null ? {} : { syncToken }
  const { events, nextSyncToken } = await listAll(request, calendarId, since).catch(
    (error: unknown) => {
      // The calendar is there, so what is gone is the token, whatever reason the answer names.
      const isGone = error instanceof CalendarError && error.reason === 'event-gone'
      throw isGone && syncToken !== null ? new CalendarError('sync-token-expired') : error
    },
  )
  if (!nextSyncToken) throw new CalendarError('unavailable', { detail: 'no sync token' })
  return { events, nextSyncToken }
}

/** Our events by their `app` property. */
export async function listOurEvents(
  request: Request,
  calendarId: string,
  { from }: { from: Temporal.PlainDate },
): Promise<RemoteEvent[]> {
  // All-day events end in the calendar's zone; the furthest one is less than a day from UTC.
  const timeMin = `${from.subtract({ days: 1 }).toString()}T00:00:00Z`
  const privateExtendedProperty = ['app=night-routine']
  return (await listAll(request, calendarId, { timeMin, privateExtendedProperty })).events
}

/** All pages; a page may be empty and still not be the last. */
async function listAll(request: Request, calendarId: string, restrictions: Restrictions) {
  const events: RemoteEvent[] = []
  let pageToken: string | undefined
  for (;;) {
    const page: calendar_v3.Schema$Events = await request((api, headers) =>
      api.events.list(
        {
          calendarId,
          ...shape,
          ...restrictions,
          ...(pageToken === undefined ? {} : { pageToken }),
        },
        { headers },
      ),
    )
    events.push(...(page.items ?? []).flatMap(item => remoteEvent(item) ?? []))
    if (!page.nextPageToken) return { events, nextSyncToken: page.nextSyncToken ?? null }
    pageToken = page.nextPageToken
  }
}
