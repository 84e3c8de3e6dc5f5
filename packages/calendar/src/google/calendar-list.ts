import type { calendar_v3 } from '@googleapis/calendar'
import { outsideIdentifier, outsideName } from '../outside-event.ts'
import type { CalendarSummary } from '../port.ts'
import { itemsOf, nextPage } from './pages.ts'
import type { Request } from './requests.ts'

const fields = 'nextPageToken,items(id,summary,summaryOverride,accessRole,primary,timeZone)'

/** Every calendar in the account's list, including hidden ones. */
export async function listCalendars(request: Request): Promise<CalendarSummary[]> {
  const calendars: CalendarSummary[] = []
  let pageToken: string | undefined
  for (;;) {
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
    calendars.push(...itemsOf(page).flatMap(calendarSummary))
    pageToken = nextPage(page, pageToken)
    if (pageToken === undefined) return calendars
  }
}

/** The role of "Make changes to events": private events come without details. */
const withoutPrivate = 'writerWithoutPrivateAccess'
const writing = new Set(['owner', 'writer', withoutPrivate])

function calendarSummary(entry: unknown): CalendarSummary[] {
  if (typeof entry !== 'object' || entry === null) return []
  const { id: given, summary, summaryOverride, accessRole, primary, timeZone }: Fields = entry
  const id = outsideIdentifier(given)
  if (id === null) return []
  return [
    {
      id,
      name: outsideName(summaryOverride ?? summary) || id,
      writable: typeof accessRole === 'string' && writing.has(accessRole),
      ...(accessRole === withoutPrivate && { hidesPrivate: true }),
      primary: primary === true,
      timeZone: outsideIdentifier(timeZone),
    },
  ]
}

type Fields = Partial<Record<keyof calendar_v3.Schema$CalendarListEntry, unknown>>
