import { fieldsOf, outsideIdentifier, outsideName } from '../outside-event.ts'
import type { CalendarSummary } from '../port.ts'
import { itemsOf, pagesOf } from './pages.ts'
import type { Request } from './requests.ts'

const fields = 'nextPageToken,items(id,summary,summaryOverride,accessRole,primary,timeZone)'

/** Every calendar in the account's list, including hidden ones. */
export async function listCalendars(request: Request): Promise<CalendarSummary[]> {
  const calendars: CalendarSummary[] = []
  const all = { maxResults: 250, showHidden: true, fields }
  const pages = pagesOf(async asked =>
    request((api, headers) => api.calendarList.list({ ...all, ...asked }, { headers })),
  )
  for await (const page of pages) calendars.push(...itemsOf(page).flatMap(calendarSummary))
  return calendars
}

/** The role of "Make changes to events": private events come without details. */
const withoutPrivate = 'writerWithoutPrivateAccess'
const writing = new Set(['owner', 'writer', withoutPrivate])

function calendarSummary(entry: unknown): CalendarSummary[] {
  const { id: given, summary, summaryOverride, accessRole, primary, timeZone } = fieldsOf(entry)
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
