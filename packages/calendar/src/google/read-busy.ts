import type { BusyRequest, BusyTime, BusyTimes } from '../busy/busy-time.ts'
import { hasFormOfEventId } from '../event-hash.ts'
import { fieldsOf, outsideDate } from '../outside-event.ts'
import { itemsOf, pagesOf } from './pages.ts'
import type { Request } from './requests.ts'

/** Without titles, so that they never reach us. */
const fields =
  'nextPageToken,items(id,status,transparency,eventType,start,end,attendees(self,responseStatus),extendedProperties/private/app)'

/** Where a person works, and whose birthday it is, takes none of their time. */
const withoutTime: readonly unknown[] = ['workingLocation', 'birthday']

/** When the person of a calendar is busy. Google expands the series. */
export async function readBusy(request: Request, calendarId: string, { from, to }: BusyRequest) {
  const busy: BusyTime[] = []
  const skipped: BusyTimes['skipped'] = {}
  const all = {
    calendarId,
    singleEvents: true,
    maxResults: 2500,
    // Days begin and end in the calendar's zone, which is less than a day from UTC.
    timeMin: `${from.subtract({ days: 1 }).toString()}T00:00:00Z`,
    timeMax: `${to.add({ days: 2 }).toString()}T00:00:00Z`,
    fields,
  }
  const pages = pagesOf(async asked =>
    request((api, headers) => api.events.list({ ...all, ...asked }, { headers })),
  )
  for await (const page of pages)
    for (const item of itemsOf(page))
      try {
        busy.push(...busyTimesOf(item))
      } catch {
        skipped.unreadable = (skipped.unreadable ?? 0) + 1
      }
  return { busy, skipped }
}

/** @throws Error for an event without times */
function busyTimesOf(item: unknown): BusyTime[] {
  const event = fieldsOf(item)
  const { id, status, transparency, eventType, attendees } = event
  if (status === 'cancelled' || transparency === 'transparent' || withoutTime.includes(eventType))
    return []
  if (Array.isArray(attendees) && attendees.some(isDeclined)) return []
  const isOurs = fieldsOf(fieldsOf(event['extendedProperties'])['private'])['app'] !== undefined
  if (isOurs || (typeof id === 'string' && hasFormOfEventId(id))) return []
  const [start, end] = [fieldsOf(event['start']), fieldsOf(event['end'])]
  const [first, after] = [outsideDate(start['date']), outsideDate(end['date'])]
  if (first && after) return [{ kind: 'days', first, last: after.subtract({ days: 1 }) }]
  const [begins, ends] = [start['dateTime'], end['dateTime']].map(time =>
    Temporal.Instant.from(String(time)),
  )
  if (begins === undefined || ends === undefined) throw new TypeError('no times')
  return [{ kind: 'hours', start: begins, end: ends }]
}

function isDeclined(attendee: unknown): boolean {
  const { self, responseStatus } = fieldsOf(attendee)
  return self === true && responseStatus === 'declined'
}
