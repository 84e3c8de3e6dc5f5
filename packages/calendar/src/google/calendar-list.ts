import type { calendar_v3 } from '@googleapis/calendar'
import type { CalendarSummary } from '../port.ts'
import type { Request } from './requests.ts'

const fields = 'nextPageToken,items(id,summary,summaryOverride,accessRole,primary,timeZone)'

/** Every calendar of the account's list, all pages. */
export async function listCalendars(request: Request): Promise<CalendarSummary[]> {
  const calendars: CalendarSummary[] = []
  let pageToken: string | undefined
  do {
    const page: calendar_v3.Schema$CalendarList = await request((api, headers) =>
      api.calendarList.list(
        { maxResults: 250, fields, ...(pageToken === undefined ? {} : { pageToken }) },
        { headers },
      ),
    )
    calendars.push(...(page.items ?? []).flatMap(calendarSummary))
    pageToken = page.nextPageToken ?? undefined
  } while (pageToken !== undefined)
  return calendars
}

function calendarSummary(entry: calendar_v3.Schema$CalendarListEntry): CalendarSummary[] {
  const { id, summary, summaryOverride, accessRole, primary, timeZone } = entry
  if (!id) return []
  return [
    {
      id,
      name: summaryOverride ?? summary ?? id,
      writable: accessRole === 'owner' || accessRole === 'writer',
      primary: primary ?? false,
      timeZone: timeZone ?? null,
    },
  ]
}
