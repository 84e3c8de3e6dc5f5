import { isCalendarError } from '../errors.ts'
import { asFolder, resolveHref, type Trust } from './addresses.ts'
import { notACalendarServer } from './classify.ts'
import { hrefsIn, readMultistatus, type DavResponse } from './multistatus.ts'
import type { Send } from './requests.ts'
import { refusalIn, refused } from './refusals.ts'
import { document, first, names, type ShortName } from './xml.ts'

export interface CalendarHomes {
  /** Folders of calendars. */
  homes: URL[]
  /** The one calendar that the configuration names. */
  calendar: URL | null
}

/** Properties of a resource and, with depth 1, of its children. */
export async function propfind(
  send: Send,
  url: URL,
  { depth, properties, followsRedirects = false, readsAll = false }: PropfindOptions,
): Promise<{ responses: DavResponse[]; url: URL } | null> {
  const answer = await send({
    method: 'PROPFIND',
    url,
    headers: { Depth: String(depth) },
    body: document('d:propfind', `<d:prop>${names(...properties)}</d:prop>`),
    followsRedirects,
    readsAll,
  })
  const found = answer.status === 207 ? readMultistatus(answer.body) : null
  if (found) return { responses: found.responses, url: answer.url }
  if (answer.status >= 500) throw refused(refusalIn(answer) ?? noMultistatus)
  return null
}

const noMultistatus = { status: 200, preconditions: [], body: '' }

interface PropfindOptions {
  depth: 0 | 1
  properties: ShortName[]
  followsRedirects?: boolean
  readsAll?: boolean
}

/**
 * Finds the calendar homes from the configured address, which may be that of a server, a principal, a home or one
 * calendar (RFC 6764, RFC 5397, RFC 4791).
 * @throws CalendarError `not-a-calendar-server` when nothing there leads to calendars
 */
export async function discover(send: Send, configured: URL, trust: Trust): Promise<CalendarHomes> {
  const wellKnown = new URL('/.well-known/caldav', configured)
  let refusal: unknown
  for (const start of [configured, wellKnown])
    try {
      const found = await look(send, start, trust)
      if (found) return found
    } catch (error) {
      if (!isCalendarError(error, 'not-a-calendar-server')) throw error
      refusal ??= error
    }
  throw refusal ?? notACalendarServer('no calendars')
}

const asked: PropfindOptions = {
  depth: 0,
  properties: ['d:resourcetype', 'd:current-user-principal', 'c:calendar-home-set'],
  followsRedirects: true,
}

async function look(send: Send, start: URL, trust: Trust): Promise<CalendarHomes | null> {
  const found = await propfind(send, start, asked)
  const [resource] = found?.responses ?? []
  if (!found || !resource) return null
  if (isCalendar(resource)) return { homes: [], calendar: asFolder(found.url) }
  const own = homesIn(resource, found.url, trust)
  if (own.length > 0) return { homes: own, calendar: null }
  const principal = principalIn(resource, found.url)
  if (principal !== null) {
    const further = await propfind(send, principal, asked)
    const homes = further?.responses.flatMap(one => homesIn(one, further.url, trust)) ?? []
    if (homes.length > 0) return { homes, calendar: null }
  }
  return isHome(send, found.url)
}

/** A server without principals may still have a folder of calendars. */
async function isHome(send: Send, url: URL): Promise<CalendarHomes | null> {
  const listed = await propfind(send, asFolder(url), { depth: 1, properties: ['d:resourcetype'] })
  return listed?.responses.some(isCalendar) ? { homes: [asFolder(url)], calendar: null } : null
}

/** Whether a resource is a calendar. Nextcloud lists deleted ones too. */
export function isCalendar({ property }: DavResponse): boolean {
  const type = property('d:resourcetype')
  if (first(type, 'c:calendar') === undefined) return false
  return !type?.children.some(({ name }) => name.endsWith('|deleted-calendar'))
}

function homesIn({ property }: DavResponse, from: URL, trust: Trust): URL[] {
  return hrefsIn(property('c:calendar-home-set')).flatMap(href => {
    const home = resolveHref(href, from)
    if (home === null) return []
    trust.add(home)
    return [asFolder(home)]
  })
}

function principalIn({ property }: DavResponse, from: URL): URL | null {
  const [href] = hrefsIn(property('d:current-user-principal'))
  return href === undefined ? null : resolveHref(href, from)
}
