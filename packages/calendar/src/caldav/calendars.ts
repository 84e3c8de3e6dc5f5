import { escapeXml } from '@night-routine/service'
import { CalendarError } from '../errors.ts'
import type { CalendarSummary } from '../port.ts'
import { asFolder, calendarIdOf, canonicalPath, resolveHref } from './addresses.ts'
import { isCalendar, propfind, type CalendarHomes } from './discovery.ts'
import { hrefsIn, textIn, type DavResponse } from './multistatus.ts'
import { refusalIn, refused } from './refusals.ts'
import type { Send } from './requests.ts'
import { all, document, nameOf, type ShortName } from './xml.ts'

const properties: ShortName[] = [
  'd:resourcetype',
  'd:displayname',
  'd:current-user-privilege-set',
  'c:supported-calendar-component-set',
  'c:calendar-timezone',
  'c:schedule-default-calendar-URL',
]

/** The account's calendars with events, and the one that the configuration names. */
export async function listCalendars(
  send: Send,
  { homes, calendar }: CalendarHomes,
  configured: URL,
): Promise<CalendarSummary[]> {
  const calendars = new Map<string, CalendarSummary>()
  const folders = homes.map(url => ({ url, depth: 1 as const }))
  const places = calendar === null ? folders : [{ url: calendar, depth: 0 as const }, ...folders]
  for (const { url, depth } of places) {
    const found = await propfind(send, url, { depth, properties })
    if (found === null) throw new CalendarError('unavailable', { detail: 'no list of calendars' })
    const standard = defaultsIn(found.responses, url)
    for (const response of found.responses) {
      const address = resolveHref(response.href, url)
      if (address === null || !isCalendar(response) || !takesEvents(response)) continue
      const id = calendarIdOf(address, configured)
      calendars.set(id, {
        id,
        name: textIn(response.property('d:displayname')) ?? lastPart(address),
        writable: isWritable(response),
        primary: standard.has(asFolder(address).pathname),
        timeZone: zoneIn(response),
      })
    }
  }
  return [...calendars.values()]
}

// Only the inbox knows which calendar invitations go to (RFC 6638).
function defaultsIn(responses: readonly DavResponse[], from: URL): Set<string> {
  const hrefs = responses.flatMap(({ property }) =>
    hrefsIn(property('c:schedule-default-calendar-URL')),
  )
  return new Set(hrefs.map(href => canonicalPath(resolveHref(href, from)?.pathname ?? '')))
}

// Purelymail leaves the property out: everything is allowed.
function takesEvents({ property }: DavResponse): boolean {
  const components = all(property('c:supported-calendar-component-set'), 'c:comp')
  if (components.length === 0) return true
  return components.some(({ attributes }) => attributes['name']?.toUpperCase() === 'VEVENT')
}

/** The rights to change events, as servers spell them. Without the property, only a write shows it. */
export function isWritable({ property }: DavResponse): boolean {
  const set = property('d:current-user-privilege-set')
  if (set === undefined) return true
  const granted = new Set(
    all(set, 'd:privilege').flatMap(({ children }) => children.map(({ name }) => name)),
  )
  const has = (short: ShortName) => granted.has(nameOf(short))
  return has('d:all') || has('d:write') || (has('d:bind') && has('d:write-content'))
}

function lastPart(address: URL): string {
  const part = asFolder(address).pathname.split('/').at(-2) ?? ''
  return decodeURIComponent(part)
}

function zoneIn({ property }: DavResponse): string | null {
  const zone = /^TZID:(.+)$/m.exec(textIn(property('c:calendar-timezone')) ?? '')?.[1]?.trim()
  return zone !== undefined && /^[A-Z]\w+\/[\w/+-]+$/i.test(zone) ? zone : null
}

/** Makes a calendar for events in the first home. */
export async function createCalendar(
  send: Send,
  { homes: [home] }: CalendarHomes,
  { name, folder }: { name: string; folder: string },
): Promise<URL> {
  if (home === undefined) throw new CalendarError('forbidden', { detail: 'no calendar home' })
  const url = asFolder(new URL(folder, home))
  const content =
    `<d:displayname>${escapeXml(name)}</d:displayname>` +
    '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>'
  const answer = await send({
    method: 'MKCALENDAR',
    url,
    body: document('c:mkcalendar', `<d:set><d:prop>${content}</d:prop></d:set>`),
  })
  const refusal = refusalIn(answer)
  if (refusal) throw refused(refusal.status === 405 ? { ...refusal, status: 403 } : refusal)
  return url
}
