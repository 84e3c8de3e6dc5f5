import type { calendar_v3 } from '@googleapis/calendar'
import type { CalendarSummary } from '../port.ts'
import type { Request } from './requests.ts'

const fields = 'nextPageToken,items(id,summary,summaryOverride,accessRole,primary,timeZone)'

/** Every calendar in the account's list, including hidden ones. */
export async function listCalendars(request: Request): Promise<CalendarSummary[]> {
  const calendars: CalendarSummary[] = []
  let pageToken: string | undefined
  do {
    const page: calendar_v3.Schema$CalendarList = await request((api, headers) =>
      api.calendarList.list(
        {
          maxResults: 250,
          showHidden: true,
          fields,
          ...(pageToken === undefined ? {} : { pageToken }),
        },
        { headers },
      ),
    )
    calendars.push(...(page.items ?? []).flatMap(calendarSummary))
    pageToken = page.nextPageToken ?? undefined
  } while (pageToken !== undefined)
  return calendars
}

/** The role of "Make changes to events": private events come without details. */
const withoutPrivate = 'writerWithoutPrivateAccess'
const writing = new Set(['owner', 'writer', withoutPrivate])

function calendarSummary(entry: calendar_v3.Schema$CalendarListEntry): CalendarSummary[] {
  const { id, summary, summaryOverride, accessRole, primary, timeZone } = entry
  if (!id) return []
  return [
    {
      id,
      name: summaryOverride ?? summary ?? id,
      writable: writing.has(accessRole ?? ''),
      ...(accessRole === withoutPrivate && { hidesPrivate: true }),
      primary: primary ?? false,
      timeZone: timeZone ?? null,
    },
  ]
}
