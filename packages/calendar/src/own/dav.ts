import { escapeXml } from '@night-routine/service'
import {
  all,
  document,
  first,
  nameOf,
  parseXml,
  type Element,
  type ShortName,
} from '../caldav/xml.ts'
import { textIn } from '../caldav/multistatus.ts'
import { readEventFile, type EventFile } from './event-file.ts'
import type { EventStore, LiveEvent, StoredEvent } from './event-store.ts'

/** A request of a calendar app, below `/dav/`. */
export interface DavRequest {
  method: string
  /** The path, as it was sent. */
  path: string
  depth: string | undefined
  ifMatch: string | undefined
  ifNoneMatch: string | undefined
  body: string
}

export interface DavReply {
  status: number
  headers?: Record<string, string>
  body?: string
}

/** Whose calendar it is, and its name. */
export interface DavPerson {
  email: string
  calendarName: string
}

const root = '/dav/'
const principal = '/dav/principal/'
const home = '/dav/calendars/'
const calendar = '/dav/calendars/nights/'

const longestEvent = 65_536
const mostEvents = 10_000
const mostHrefs = 1_000

const allow = 'OPTIONS, GET, HEAD, PUT, DELETE, PROPFIND, PROPPATCH, REPORT'
export const davHeaders = { dav: '1, 3, calendar-access', allow }

/** A CalDAV server (RFC 4791) with one calendar, for the apps of phones and computers. */
export async function answerDav(
  request: DavRequest,
  store: EventStore,
  person: DavPerson,
): Promise<DavReply> {
  const { method, path } = request
  if (method === 'OPTIONS') return { status: 200, headers: davHeaders }
  const folder = [root, principal, home, calendar].find(one => one === path || one === `${path}/`)
  const name = path.startsWith(calendar) ? fileNameIn(path) : null
  // One calendar is all there is.
  if (method.startsWith('MK')) return failed(403, 'd:need-privileges')
  if (folder === undefined && name === null) return { status: 404 }
  const given = { ...request, folder, name, store, person }
  if (method === 'PROPFIND') return propfind(given)
  if (method === 'REPORT' && folder !== undefined) return report(given)
  if (method === 'PROPPATCH') return proppatch(given)
  if (name !== null) {
    if (method === 'GET' || method === 'HEAD') return get(given, name)
    if (method === 'PUT') return put(given, name)
    if (method === 'DELETE') return remove(given, name)
  }
  const isRefused = ['DELETE', 'PUT', 'COPY', 'MOVE'].includes(method)
  return isRefused ? failed(403, 'd:need-privileges') : { status: 405, headers: { allow } }
}

interface Given extends DavRequest {
  /** The folder that is asked for, or the file in the calendar. */
  folder: string | undefined
  name: string | null
  store: EventStore
  person: DavPerson
}

function fileNameIn(path: string): string | null {
  try {
    const name = decodeURIComponent(path.slice(calendar.length))
    return name === '' || name.includes('/') || name.length > 255 ? null : name
  } catch {
    return null
  }
}

const hrefOf = (name: string) => calendar + encodeURIComponent(name)
const etagOf = ({ version }: StoredEvent) => `"${version}"`
const href = (path: string) => `<d:href>${escapeXml(path)}</d:href>`

/** The value of each property that a resource has, as XML. */
type Properties = Partial<Record<string, string>>

const named = (values: Partial<Record<ShortName, string>>): Properties =>
  Object.fromEntries(
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    Object.entries(values).map(([short, value]) => [nameOf(short as ShortName), value]),
  )

const reports = ['c:calendar-multiget', 'c:calendar-query', 'd:sync-collection'] as const

/** @param token the state of the calendar */
function folderProperties(folder: string, { email, calendarName }: DavPerson, token: string) {
  const privileges = ['d:read', 'd:write-content', 'd:bind', 'd:unbind', 'd:write']
  const common = named({
    'd:resourcetype': '<d:collection/>',
    'd:displayname': 'Night Routine',
    'd:current-user-principal': href(principal),
    'd:principal-collection-set': href(root),
    'd:owner': href(principal),
    'd:current-user-privilege-set': privileges
      .map(one => `<d:privilege><${one}/></d:privilege>`)
      .join(''),
    'd:supported-report-set': '',
  })
  if (folder === root || folder === home) return common
  if (folder === principal)
    return {
      ...common,
      ...named({
        'd:resourcetype': '<d:collection/><d:principal/>',
        'd:displayname': escapeXml(email),
        'd:principal-URL': href(principal),
        'c:calendar-home-set': href(home),
        'c:calendar-user-address-set': href(`mailto:${email}`),
      }),
    }
  return {
    ...common,
    ...named({
      'd:resourcetype': '<d:collection/><c:calendar/>',
      'd:displayname': escapeXml(calendarName),
      'd:sync-token': tokenUri(token),
      'cs:getctag': token,
      'c:supported-calendar-component-set': '<c:comp name="VEVENT"/>',
      'c:supported-calendar-data': '<c:calendar-data content-type="text/calendar" version="2.0"/>',
      'c:max-resource-size': String(longestEvent),
      'd:supported-report-set': reports
        .map(one => `<d:supported-report><d:report><${one}/></d:report></d:supported-report>`)
        .join(''),
    }),
    'http://apple.com/ns/ical/|calendar-color': '#5b5bd6ff',
  }
}

function eventProperties(event: LiveEvent, withText: boolean): Properties {
  return named({
    'd:getetag': escapeXml(etagOf(event)),
    'd:resourcetype': '',
    'd:getcontenttype': 'text/calendar; charset=utf-8; component=VEVENT',
    'd:getcontentlength': String(Buffer.byteLength(event.text)),
    ...(withText && { 'c:calendar-data': escapeXml(event.text) }),
  })
}

async function propfind(given: Given): Promise<DavReply> {
  const { folder, name, depth = 'infinity', store, person, body } = given
  const asked = body.trim() === '' ? undefined : parseXml(body)
  if (asked === null || (asked && asked.name !== nameOf('d:propfind'))) return { status: 400 }
  const wanted = asked && first(asked, 'd:prop')
  if (name !== null) {
    const event = await store.find({ name })
    return event ? multistatus([responseOf(event, wanted)]) : { status: 404 }
  }
  if (folder === undefined) return { status: 404 }
  if (depth === 'infinity' && folder !== calendar) return failed(403, 'd:propfind-finite-depth')
  const inside = { [root]: [principal, home], [home]: [calendar] }[folder] ?? []
  const folders = depth === '0' ? [folder] : [folder, ...inside]
  const { token = '', events = [] } = folders.includes(calendar)
    ? ((await store.changes(null)) ?? {})
    : {}
  const found = folders.map(one => response(one, folderProperties(one, person, token), wanted))
  const inFolder = folder === calendar && depth !== '0' ? events.filter(isThere) : []
  return multistatus([...found, ...inFolder.map(event => responseOf(event, wanted))])
}

const isThere = (event: StoredEvent): event is LiveEvent => event.text !== null

function responseOf(event: LiveEvent, wanted: Element | undefined): string {
  const withText = first(wanted, 'c:calendar-data') !== undefined
  return response(hrefOf(event.name), eventProperties(event, withText), wanted)
}

/** What a resource has of the wanted properties, and what it lacks; everything where nothing is named. */
function response(path: string, has: Properties, wanted: Element | undefined): string {
  const names = wanted ? wanted.children.map(({ name }) => name) : Object.keys(has)
  const there = names.filter(name => Object.hasOwn(has, name))
  const lacking = names.filter(name => !Object.hasOwn(has, name))
  const blocks = [
    propstat('200 OK', there.map(name => element(name, has[name])).join('')),
    lacking.length > 0
      ? propstat('404 Not Found', lacking.map(name => element(name)).join(''))
      : '',
  ]
  return `<d:response>${href(path)}${blocks.join('')}</d:response>`
}

function propstat(status: string, properties: string): string {
  return `<d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 ${status}</d:status></d:propstat>`
}

function element(name: string, value = ''): string {
  const at = name.lastIndexOf('|')
  const [uri, local] = [name.slice(0, at), name.slice(at + 1)]
  // With a prefix, so that what is inside keeps the namespaces of the document; no prefix can have an empty one.
  const [tag, declared] = uri === '' ? [local, 'xmlns'] : [`x:${local}`, 'xmlns:x']
  return `<${tag} ${declared}="${escapeXml(uri)}">${value}</${tag}>`
}

function multistatus(responses: readonly string[], more = ''): DavReply {
  return xml(207, document('d:multistatus', responses.join('') + more))
}

function xml(status: number, body: string): DavReply {
  return { status, headers: { 'content-type': 'application/xml; charset=utf-8' }, body }
}

/** A refusal that names the condition which does not hold, as the RFC does. */
function failed(status: number, condition: ShortName): DavReply {
  return xml(status, document('d:error', `<${condition}/>`))
}

const tokenUri = (token: string) => `urn:night-routine:sync:${token}`
const gone = (path: string) =>
  `<d:response>${href(path)}<d:status>HTTP/1.1 404 Not Found</d:status></d:response>`

async function report(given: Given): Promise<DavReply> {
  const { folder, store, body } = given
  const asked = parseXml(body)
  if (asked === null) return { status: 400 }
  const known = reports.find(one => nameOf(one) === asked.name)
  if (folder !== calendar || known === undefined) return failed(403, 'd:supported-report')
  const wanted = first(asked, 'd:prop')
  if (known === 'd:sync-collection') return syncCollection(store, asked, wanted)
  const { events = [] } = (await store.changes(null)) ?? {}
  const there = events.filter(isThere)
  if (known === 'c:calendar-query') {
    const matches = filterOf(first(asked, 'c:filter'))
    if (matches === null) return failed(403, 'c:supported-filter')
    const found = there.filter(({ text }) => {
      const file = readEventFile(text)
      return file !== null && matches(file)
    })
    return multistatus(found.map(event => responseOf(event, wanted)))
  }
  const hrefs = all(asked, 'd:href').flatMap(one => textIn(one) ?? [])
  if (hrefs.length > mostHrefs) return failed(507, 'd:number-of-matches-within-limits')
  const byName = new Map(there.map(event => [event.name, event]))
  return multistatus(
    hrefs.map(one => {
      const path = pathOf(one)
      const event = byName.get((path.startsWith(calendar) && fileNameIn(path)) || '')
      return event ? responseOf(event, wanted) : gone(one)
    }),
  )
}

function pathOf(hrefText: string): string {
  return URL.parse(hrefText, 'http://localhost')?.pathname ?? ''
}

async function syncCollection(
  store: EventStore,
  asked: Element,
  wanted: Element | undefined,
): Promise<DavReply> {
  const given = textIn(first(asked, 'd:sync-token'))
  const since = given?.replace(tokenUri(''), '') ?? null
  const changes = await store.changes(since)
  if (changes === null) return failed(403, 'd:valid-sync-token')
  const { events, token } = changes
  const names = new Set(events.filter(isThere).map(({ name }) => name))
  const responses = events.flatMap(event => {
    if (isThere(event)) return responseOf(event, wanted)
    return names.has(event.name) ? [] : gone(hrefOf(event.name))
  })
  return multistatus(responses, `<d:sync-token>${tokenUri(token)}</d:sync-token>`)
}

type Matches = (file: EventFile) => boolean

/** What a filter lets through; null for one that this server does not know. */
function filterOf(filter: Element | undefined): Matches | null {
  const outer = first(filter, 'c:comp-filter')
  if (outer?.attributes['name']?.toUpperCase() !== 'VCALENDAR') return null
  const inner = all(outer, 'c:comp-filter')
  const tests = inner.map(one => {
    const isEvent = one.attributes['name']?.toUpperCase() === 'VEVENT'
    if (first(one, 'c:is-not-defined')) return () => !isEvent
    if (!isEvent) return () => false
    const conditions = one.children.map(conditionOf)
    return conditions.includes(null)
      ? null
      : (file: EventFile) => conditions.every(condition => condition?.(file))
  })
  return tests.includes(null) ? null : file => tests.every(test => test?.(file))
}

function conditionOf(condition: Element): Matches | null {
  const { name, attributes, children } = condition
  if (name === nameOf('c:time-range')) {
    const [start, end] = [dayOf(attributes['start']), dayOf(attributes['end'])]
    return ({ first: from, last: to }) => (end ?? from) >= from && (start ?? to) <= to
  }
  const property = attributes['name']?.toLowerCase()
  if (name !== nameOf('c:prop-filter') || property === undefined) return null
  const [match, ...more] = children
  if (match === undefined) return file => file.has(property)
  if (match.name === nameOf('c:is-not-defined')) return file => !file.has(property)
  if (match.name !== nameOf('c:text-match') || more.length > 0) return null
  const isNegated = match.attributes['negate-condition'] === 'yes'
  const fold = (text: string) =>
    match.attributes['collation'] === 'i;octet' ? text : text.toLowerCase()
  return file => {
    const text = file.text(property)
    return text !== null && fold(text).includes(fold(match.text)) !== isNegated
  }
}

const dayOf = (moment: string | undefined) =>
  moment && /^\d{8}/.test(moment)
    ? `${moment.slice(0, 4)}-${moment.slice(4, 6)}-${moment.slice(6, 8)}`
    : undefined

/** Colours and names that apps choose are theirs: they are thanked, and keep them. */
async function proppatch({ body, path, name, store }: Given): Promise<DavReply> {
  if (name !== null && !(await store.find({ name }))) return { status: 404 }
  const asked = parseXml(body)
  if (asked?.name !== nameOf('d:propertyupdate')) return { status: 400 }
  const changed = asked.children.flatMap(one => first(one, 'd:prop')?.children ?? [])
  const properties = changed.map(one => element(one.name)).join('')
  return multistatus([`<d:response>${href(path)}${propstat('200 OK', properties)}</d:response>`])
}

async function get({ store }: Given, name: string): Promise<DavReply> {
  const event = await store.find({ name })
  if (event === undefined) return { status: 404 }
  const headers = {
    etag: etagOf(event),
    'content-type': 'text/calendar; charset=utf-8; component=VEVENT',
  }
  return { status: 200, headers, body: event.text }
}

async function put(given: Given, name: string): Promise<DavReply> {
  const { store, body } = given
  if (Buffer.byteLength(body) > longestEvent) return failed(413, 'c:max-resource-size')
  const file = readEventFile(body)
  if (file === null) {
    const isOther = /^BEGIN:V(?:TODO|JOURNAL|FREEBUSY)\r?$/im.test(body)
    return failed(403, isOther ? 'c:supported-calendar-component' : 'c:valid-calendar-data')
  }
  const before = await store.find({ name })
  if (!isAllowed(given, before)) return { status: 412 }
  const twin = await store.find({ uid: file.uid })
  if ((before && before.uid !== file.uid) || (twin && twin.name !== name))
    return failed(409, 'c:no-uid-conflict')
  if (!before && (await store.count()) >= mostEvents) return failed(507, 'd:quota-not-exceeded')
  const event = { uid: file.uid, name, text: body }
  const written = await store.put(event, before?.version ?? null)
  if (written === null) return isConditional(given) ? { status: 412 } : put(given, name)
  return { status: before ? 204 : 201, headers: { etag: etagOf(written) } }
}

async function remove(given: Given, name: string): Promise<DavReply> {
  const event = await given.store.find({ name })
  if (event === undefined) return { status: 404 }
  if (!isAllowed(given, event)) return { status: 412 }
  if (await given.store.remove(event)) return { status: 204 }
  return isConditional(given) ? { status: 412 } : remove(given, name)
}

/** Whether a change is of one version only; any other one is made again when someone wrote meanwhile. */
const isConditional = ({ ifMatch, ifNoneMatch }: Given) =>
  ifMatch !== undefined || ifNoneMatch !== undefined

/** Whether the event is what the conditions of a request say. */
function isAllowed({ ifMatch, ifNoneMatch }: Given, event: LiveEvent | undefined): boolean {
  const names = (condition: string) =>
    condition.trim() === '*' ||
    condition.split(',').some(one => event !== undefined && one.trim() === etagOf(event))
  if (ifMatch !== undefined && (event === undefined || !names(ifMatch))) return false
  return ifNoneMatch === undefined || event === undefined || !names(ifNoneMatch)
}
