import t from 'tap'
import { calendar, connected } from './connected-app.ts'

// What calendar apps send, as public threads recorded it, and the answer with which they go on.

const spaces = {
  A: 'DAV:',
  B: 'urn:ietf:params:xml:ns:caldav',
  C: 'http://calendarserver.org/ns/',
  D: 'http://apple.com/ns/ical/',
}
const declared = Object.entries(spaces).map(([prefix, uri]) => ` xmlns:${prefix}="${uri}"`)

/** Properties as Apple's apps ask for them: each declares its own namespace. */
const apple = (...names: string[]) => {
  const asked = names.map(name => {
    const [prefix] = name.split(':')
    return `<${name}${declared.find(one => one.startsWith(` xmlns:${prefix}=`)) ?? ''}/>`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n<A:propfind xmlns:A="DAV:">\n<A:prop>${asked.join('')}</A:prop></A:propfind>`
}

/** The same as DAVx⁵ does it: `DAV:` is the namespace without a prefix. */
const davx5 = (root: string, content: string) =>
  `<?xml version='1.0' encoding='UTF-8' ?><${root} xmlns="DAV:" xmlns:CAL="${spaces.B}" xmlns:CARD="urn:ietf:params:xml:ns:carddav">${content}</${root}>`

const applePatch = (content: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<A:propertyupdate xmlns:A="DAV:"><A:set><A:prop>${content}</A:prop></A:set></A:propertyupdate>`

const appleSync = (token: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<A:sync-collection xmlns:A="DAV:"><A:sync-token>${token}</A:sync-token><A:sync-level>1</A:sync-level><A:prop><A:getetag/></A:prop></A:sync-collection>`

const component = (kind: string, lines: string) =>
  `BEGIN:${kind}\r\nDTSTAMP:20261120T180000Z\r\n${lines}\r\nEND:${kind}`
const file = (...components: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Apple Inc.//iOS 18.1//EN\r\n${components.join('\r\n')}\r\nEND:VCALENDAR\r\n`
const doctor = (summary: string) =>
  file(component('VEVENT', `UID:DOCTOR\r\nDTSTART;VALUE=DATE:20261201\r\nSUMMARY:${summary}`))
const weekly = 'UID:CHOIR\r\nDTSTART:20261201T190000Z\r\nSUMMARY:Choir'

/** What earlier answers told the app. */
interface Known {
  etag: string
  staleEtag: string
  token: string
}

interface Recorded {
  what: string
  thread: string
  request: string
  depth?: string
  headers?: (known: Known) => Record<string, string>
  body?: string | ((known: Known) => string)
  /** Without the password, which apps send once they were asked for it. */
  anonymous?: true
  status: number
  /** Of its headers. */
  says?: Record<string, RegExp>
  /** Parts of its body, without namespaces. */
  has?: string[]
  lacks?: string[]
}

const doctorFile = `${calendar}DOCTOR.ics`
const recorded: Recorded[] = [
  {
    what: 'iOS 18 looks for the calendar at the address of the site',
    thread: 'https://github.com/emersion/go-webdav/pull/150',
    request: 'PROPFIND /.well-known/caldav',
    depth: '0',
    anonymous: true,
    body: apple('A:current-user-principal', 'A:principal-URL', 'A:resourcetype'),
    status: 301,
    says: { location: /^\/dav\/$/ },
  },
  ...['/', '/principals/'].map(path => ({
    what: `iOS 14 looks at ${path}, too`,
    thread: 'https://github.com/sabre-io/Baikal/issues/1030',
    request: `PROPFIND ${path}`,
    depth: '0',
    anonymous: true as const,
    status: 301,
    says: { location: /^\/dav\/$/ },
  })),
  {
    what: 'iOS 10 sends its password only once it was asked',
    thread: 'https://github.com/nextcloud/server/issues/6192',
    request: 'PROPFIND /dav/',
    depth: '0',
    anonymous: true,
    body: apple('A:current-user-principal', 'A:principal-URL', 'A:resourcetype'),
    status: 401,
    says: { 'www-authenticate': /^Basic realm="/ },
  },
  {
    what: 'iPhones ask for the person, also without the last slash',
    thread: 'https://github.com/stalwartlabs/stalwart/issues/1786',
    request: 'PROPFIND /dav',
    depth: '0',
    body: apple('A:current-user-principal', 'A:principal-URL', 'A:resourcetype'),
    status: 207,
    has: ['<current-user-principal><href>/dav/principal/</href></current-user-principal>'],
  },
  {
    what: 'iOS asks what the server can do, and gives up without an answer',
    thread: 'https://github.com/chrisvel/tududi/pull/1160',
    request: 'OPTIONS /dav/principal/',
    status: 200,
    says: { dav: /^1, 3, calendar-access$/, allow: /PROPFIND/ },
  },
  {
    what: 'macOS asks for all of the person',
    thread: 'https://github.com/sabre-io/dav/issues/813',
    request: 'PROPFIND /dav/principal/',
    depth: '0',
    body: apple(
      'B:calendar-home-set',
      'B:calendar-user-address-set',
      'A:current-user-principal',
      'A:displayname',
      'C:dropbox-home-URL',
      'C:email-address-set',
      'C:notification-URL',
      'A:principal-collection-set',
      'A:principal-URL',
      'A:resource-id',
      'B:schedule-inbox-URL',
      'B:schedule-outbox-URL',
      'A:supported-report-set',
    ),
    status: 207,
    has: [
      '<calendar-home-set><href>/dav/calendars/</href></calendar-home-set>',
      '<calendar-user-address-set><href>mailto:alex@example.com</href>',
      '<principal-URL><href>/dav/principal/</href></principal-URL>',
      '<status>HTTP/1.1 404 Not Found</status>',
    ],
  },
  {
    what: 'macOS and iOS list calendars, and want a component with a name',
    thread: 'https://github.com/sabre-io/dav/issues/935',
    request: 'PROPFIND /dav/calendars/',
    depth: '1',
    body: apple(
      'A:add-member',
      'C:allowed-sharing-modes',
      'D:calendar-color',
      'B:calendar-description',
      'D:calendar-order',
      'B:calendar-timezone',
      'A:current-user-privilege-set',
      'A:displayname',
      'C:getctag',
      'A:owner',
      'C:push-transports',
      'A:resourcetype',
      'B:supported-calendar-component-set',
      'A:supported-report-set',
      'A:sync-token',
    ),
    status: 207,
    has: [
      `<href>${calendar}</href>`,
      '<resourcetype><collection/><calendar/></resourcetype>',
      '<comp name="VEVENT"/>',
      '<privilege><write/></privilege>',
      '<report><sync-collection/></report>',
      '<sync-token>urn:',
    ],
  },
  {
    what: 'macOS sets the order of the calendar, and stops after a refusal',
    thread: 'https://github.com/sabre-io/dav/issues/935',
    request: `PROPPATCH ${calendar}`,
    body: applePatch(`<D:calendar-order xmlns:D="${spaces.D}">1</D:calendar-order>`),
    status: 207,
    has: ['<prop><calendar-order></calendar-order></prop><status>HTTP/1.1 200 OK</status>'],
  },
  {
    what: 'macOS sets alarms for every calendar',
    thread: 'https://github.com/nextcloud/server/pull/19852',
    request: 'PROPPATCH /dav/calendars/',
    body: applePatch(
      `<B:default-alarm-vevent-date xmlns:B="${spaces.B}"><![CDATA[BEGIN:VALARM\nEND:VALARM\n]]></B:default-alarm-vevent-date>`,
    ),
    status: 207,
    has: ['<status>HTTP/1.1 200 OK</status>'],
  },
  {
    what: 'iOS 26 makes a calendar of its own, and may not',
    thread: 'https://github.com/lennart-k/rustical/issues/199',
    request: 'MKCALENDAR /dav/calendars/77320C9A-9568-4952-B24E-0E7367F49DD6',
    body: `<B:mkcalendar xmlns:B="${spaces.B}"><A:set xmlns:A="DAV:"><A:prop><A:displayname>Home</A:displayname></A:prop></A:set></B:mkcalendar>`,
    status: 403,
    has: ['<error><need-privileges/></error>'],
  },
  {
    what: 'DAVx⁵ asks for limits and state',
    thread: 'https://github.com/Kozea/Radicale/issues/2097',
    request: `PROPFIND ${calendar}`,
    depth: '0',
    body: davx5(
      'propfind',
      '<prop><CAL:max-resource-size /><supported-report-set /><n0:getctag xmlns:n0="http://calendarserver.org/ns/" /><sync-token /></prop>',
    ),
    status: 207,
    has: ['<max-resource-size>65536<', '<report><sync-collection/></report>', '<getctag>'],
    lacks: ['404'],
  },
  {
    what: 'DAVx⁵ writes a new event',
    thread: 'https://manual.davx5.com/technical_information.html',
    request: `PUT ${doctorFile}`,
    headers: () => ({ 'if-none-match': '*' }),
    body: doctor('Doctor'),
    status: 201,
    says: { etag: /^"\d+"$/ },
  },
  {
    what: 'vdirsyncer does not overwrite one by accident',
    thread: 'https://github.com/pimutils/vdirsyncer/issues/737',
    request: `PUT ${doctorFile}`,
    headers: () => ({ 'if-none-match': '*' }),
    body: doctor('Doctor'),
    status: 412,
  },
  {
    what: 'DAVx⁵ reads the whole calendar with an empty token',
    thread: 'https://github.com/cyrusimap/cyrus-imapd/issues/4985',
    request: `REPORT ${calendar}`,
    depth: '0',
    body: davx5(
      'sync-collection',
      '<sync-token /><sync-level>1</sync-level><prop><getetag /></prop>',
    ),
    status: 207,
    has: [`<href>${doctorFile}</href>`, '<sync-token>urn:'],
  },
  {
    what: 'macOS 10.14 comes with the token of another server, and reads anew',
    thread: 'https://github.com/owncloud/core/issues/30820',
    request: `REPORT ${calendar}`,
    body: appleSync('b905a5fd-ce23-4190-9be3-236969d071a8'),
    status: 403,
    has: ['<error><valid-sync-token/></error>'],
  },
  {
    what: 'Thunderbird reads events by their addresses',
    thread: 'https://github.com/Kozea/Radicale/issues/2097',
    request: `REPORT ${calendar}`,
    depth: '1',
    body: `<?xml version="1.0"?><C:calendar-multiget xmlns="DAV:" xmlns:C="${spaces.B}"><prop><getetag/><C:calendar-data/></prop><href>${doctorFile}</href><href>${calendar}gone.ics</href></C:calendar-multiget>`,
    status: 207,
    has: [
      'SUMMARY:Doctor',
      `<response><href>${calendar}gone.ics</href><status>HTTP/1.1 404 Not Found</status></response>`,
    ],
  },
  {
    what: 'macOS asks for tasks, of which there are none',
    thread: 'https://github.com/Kozea/Radicale/issues/330',
    request: `REPORT ${calendar}`,
    depth: '1',
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<B:calendar-query xmlns:B="${spaces.B}"><A:prop xmlns:A="DAV:"><A:getetag/><A:getcontenttype/></A:prop><B:filter><B:comp-filter name="VCALENDAR"><B:comp-filter name="VTODO"/></B:comp-filter></B:filter></B:calendar-query>`,
    status: 207,
    lacks: ['<response>'],
  },
  {
    what: 'DAVx⁵ asks for events from a day on',
    thread: 'https://github.com/lennart-k/rustical/issues/106',
    request: `REPORT ${calendar}`,
    depth: '1',
    body: davx5(
      'CAL:calendar-query',
      '<prop><getetag /></prop><CAL:filter><CAL:comp-filter name="VCALENDAR"><CAL:comp-filter name="VEVENT"><CAL:time-range start="20260510T153046Z" /></CAL:comp-filter></CAL:comp-filter></CAL:filter>',
    ),
    status: 207,
    has: [`<href>${doctorFile}</href>`],
  },
  {
    what: 'iOS changes an event that it knows',
    thread: 'https://github.com/cozy/cozy-sync/issues/69',
    request: `PUT ${doctorFile}`,
    headers: ({ etag }) => ({ 'if-match': etag }),
    body: doctor('Dentist'),
    status: 204,
    says: { etag: /^"\d+"$/ },
  },
  {
    what: 'iPad changes an event that another device changed meanwhile',
    thread: 'https://github.com/sabre-io/dav/issues/256',
    request: `PUT ${doctorFile}`,
    headers: ({ staleEtag }) => ({ 'if-match': staleEtag }),
    body: doctor('Test'),
    status: 412,
  },
  {
    what: 'the version of a read is that of a list',
    thread: 'https://github.com/forwardemail/caldav-adapter/pull/20',
    request: `GET ${doctorFile}`,
    status: 200,
    says: { etag: /^"\d+"$/ },
    has: ['SUMMARY:Dentist'],
  },
  {
    what: 'Outlook writes a series with a changed occurrence',
    thread: 'https://github.com/lennart-k/rustical/issues/125',
    request: `PUT ${calendar}24a920a4-f16c-4967-a3e9-41f823add509.ics`,
    headers: () => ({ 'if-none-match': '*' }),
    body: file(
      component('VEVENT', `${weekly}\r\nRRULE:FREQ=WEEKLY`),
      component('VEVENT', `${weekly} at Kim’s\r\nRECURRENCE-ID:20261208T190000Z`),
    ),
    status: 201,
  },
  {
    what: 'tasks of iOS are refused by name',
    thread: 'https://github.com/apple/ccs-calendarserver/issues/515',
    request: `PUT ${calendar}1365B599-99E5-4AEA-AFE2-28C49E6C7198.ics`,
    body: file(component('VTODO', 'UID:TASK\r\nSUMMARY:Make it')),
    status: 403,
    has: ['<error><supported-calendar-component/></error>'],
  },
  {
    what: 'DAVx⁵ removes the version that it knows',
    thread: 'https://manual.davx5.com/technical_information.html',
    request: `DELETE ${doctorFile}`,
    headers: ({ etag }) => ({ 'if-match': etag }),
    status: 204,
  },
  {
    what: 'other devices hear of it',
    thread: 'https://github.com/owncloud/core/issues/30820',
    request: `REPORT ${calendar}`,
    body: ({ token }) => appleSync(token),
    status: 207,
    has: [`<response><href>${doctorFile}</href><status>HTTP/1.1 404 Not Found</status></response>`],
  },
]

const withoutSpaces = (xml: string) =>
  xml.replaceAll(/<(\/?)[\w-]+:/g, '<$1').replaceAll(/ xmlns(?::\w+)?="[^"]*"/g, '')

t.test('apps get the answers with which they go on', async t => {
  const { service, account } = await connected(t)
  const { username, password } = account
  const authorization = `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`
  const known = { etag: '', staleEtag: '', token: '' }
  for (const { what, thread, request, depth, headers, body, anonymous, ...expected } of recorded)
    await t.test(`${what} (${thread})`, async t => {
      const [method = '', url = ''] = request.split(' ')
      const payload = typeof body === 'function' ? body(known) : body
      const answer = await service.inject({
        // oxlint-disable-next-line typescript/no-unsafe-type-assertion
        method: method as 'GET',
        url,
        headers: {
          ...(anonymous ? {} : { authorization }),
          ...(depth !== undefined && { depth }),
          ...(payload !== undefined && {
            'content-type': method === 'PUT' ? 'text/calendar; charset=utf-8' : 'text/xml',
          }),
          ...headers?.(known),
        },
        ...(payload !== undefined && { payload }),
      })
      const { status, says, has = [], lacks = [] } = expected
      t.equal(answer.statusCode, status)
      if (says) t.match(answer.headers, says)
      const text = withoutSpaces(answer.body)
      for (const part of has) t.ok(text.includes(part), `has ${part}: ${text}`)
      for (const part of lacks) t.notOk(text.includes(part), `lacks ${part}: ${text}`)
      if (method === 'PUT' && typeof answer.headers['etag'] === 'string' && url === doctorFile) {
        known.staleEtag = known.etag
        known.etag = answer.headers['etag']
      }
      known.token = /<sync-token>(urn:[^<]+)</.exec(text)?.[1] ?? known.token
    })
})
