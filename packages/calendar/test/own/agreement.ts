import type { CalendarServer } from '@night-routine/servers/caldav'
import { preconditionsIn, readMultistatus } from '../../src/caldav/multistatus.ts'
import { names, ns } from '../../src/caldav/xml.ts'

type Server = Omit<CalendarServer, 'stop'>

const spaces = Object.entries(ns).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)
const event = (uid: string, day: string) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20261101T000000Z\r\nDTSTART;VALUE=DATE:${day}\r\nSUMMARY:${uid}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
const properties = [
  'd:resourcetype',
  'd:displayname',
  'd:current-user-principal',
  'd:current-user-privilege-set',
  'd:supported-report-set',
  'd:sync-token',
  'cs:getctag',
  'c:supported-calendar-component-set',
] as const
const ofEvents = ['d:getetag', 'c:calendar-data'] as const
const query = (filter: string) =>
  `<c:calendar-query${spaces.join('')}><d:prop>${names('d:getetag')}</d:prop><c:filter><c:comp-filter name="VCALENDAR">${filter}</c:comp-filter></c:filter></c:calendar-query>`
const sync = (token: string) =>
  `<d:sync-collection${spaces.join('')}><d:sync-token>${token}</d:sync-token><d:sync-level>1</d:sync-level><d:prop>${names('d:getetag')}</d:prop></d:sync-collection>`

interface Step {
  what: string
  method: string
  file?: string
  depth?: string
  condition?: (known: Known) => Record<string, string>
  body?: (known: Known) => string
}
interface Known {
  etag: string
  token: string
  path: string
}

const steps: Step[] = [
  {
    what: 'properties of the calendar',
    method: 'PROPFIND',
    depth: '0',
    body: () =>
      `<d:propfind${spaces.join('')}><d:prop>${names(...properties)}</d:prop></d:propfind>`,
  },
  ...['a', 'b'].map(name => ({
    what: `a new event ${name}`,
    method: 'PUT',
    file: `${name}.ics`,
    condition: () => ({ 'if-none-match': '*' }),
    body: () => event(name, name === 'a' ? '20261201' : '20271201'),
  })),
  {
    what: 'a new event where one is',
    method: 'PUT',
    file: 'a.ics',
    condition: () => ({ 'if-none-match': '*' }),
    body: () => event('a', '20261202'),
  },
  {
    what: 'an event of the same id in another file',
    method: 'PUT',
    file: 'c.ics',
    body: () => event('a', '20261202'),
  },
  {
    what: 'a list',
    method: 'REPORT',
    depth: '1',
    body: () => query('<c:comp-filter name="VEVENT"/>'),
  },
  {
    what: 'a list of a time',
    method: 'REPORT',
    depth: '1',
    body: () =>
      query(
        '<c:comp-filter name="VEVENT"><c:time-range start="20261101T000000Z" end="20261231T000000Z"/></c:comp-filter>',
      ),
  },
  {
    what: 'tasks',
    method: 'REPORT',
    depth: '1',
    body: () => query('<c:comp-filter name="VTODO"/>'),
  },
  {
    what: 'events by their addresses',
    method: 'REPORT',
    depth: '1',
    body: ({ path }) =>
      `<c:calendar-multiget${spaces.join('')}><d:prop>${names(...ofEvents)}</d:prop><d:href>${path}a.ics</d:href><d:href>${path}gone.ics</d:href></c:calendar-multiget>`,
  },
  { what: 'everything with a token', method: 'REPORT', body: () => sync('') },
  { what: 'an event', method: 'GET', file: 'a.ics' },
  {
    what: 'a change of a version that is gone',
    method: 'PUT',
    file: 'a.ics',
    condition: () => ({ 'if-match': '"never"' }),
    body: () => event('a', '20261202'),
  },
  {
    what: 'a change',
    method: 'PUT',
    file: 'a.ics',
    condition: ({ etag }) => ({ 'if-match': etag }),
    body: () => event('a', '20261203'),
  },
  {
    what: 'a removal of a version that is gone',
    method: 'DELETE',
    file: 'b.ics',
    condition: () => ({ 'if-match': '"never"' }),
  },
  { what: 'a removal', method: 'DELETE', file: 'b.ics' },
  { what: 'a removal of what is gone', method: 'DELETE', file: 'b.ics' },
  { what: 'an event that is gone', method: 'GET', file: 'b.ics' },
  { what: 'what changed', method: 'REPORT', body: ({ token }) => sync(token) },
  { what: 'a token of another server', method: 'REPORT', body: () => sync('urn:other') },
  {
    what: 'a colour',
    method: 'PROPPATCH',
    body: () =>
      `<d:propertyupdate xmlns:d="DAV:"><d:set><d:prop><x:calendar-color xmlns:x="http://apple.com/ns/ical/">#112233ff</x:calendar-color></d:prop></d:set></d:propertyupdate>`,
  },
]

/** What a server answers to the requests of an app, as far as apps need it: one line for each. */
export async function answersOf({ url, username, password }: Server, path: string) {
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const known: Known = { etag: '', token: '', path }
  const lines: Record<string, string> = {}
  for (const { what, method, file = '', depth, condition, body } of steps) {
    const type = method === 'PUT' ? 'text/calendar; charset=utf-8' : 'application/xml'
    const answer = await fetch(new URL(`${path}${file}`, url), {
      method,
      headers: {
        authorization,
        'content-type': type,
        ...(depth && { depth }),
        ...condition?.(known),
      },
      ...(body && { body: body(known) }),
    })
    const text = await answer.text()
    const multistatus = answer.status === 207 ? readMultistatus(text) : null
    if (method === 'GET') known.etag = answer.headers.get('etag') ?? known.etag
    known.token = multistatus?.syncToken ?? known.token
    const responses = multistatus?.responses.map(({ href, status, property }) => {
      const has = [...properties, ...ofEvents].filter(name => property(name) !== undefined)
      return `${href.slice(path.length)} ${status} ${has.join(' ')}`.trim()
    })
    const failed = preconditionsIn(text).slice(0, 1)
    lines[what] = [answer.status, ...(responses?.toSorted() ?? []), ...failed].join('; ')
  }
  return lines
}
