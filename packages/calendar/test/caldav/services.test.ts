import t from 'tap'
import { draftOf } from '../contract/subject.ts'
import { failure } from '../failure.ts'
import {
  calendarId,
  calendarType,
  davServer,
  file,
  ics,
  id,
  mayWrite,
  multistatus,
  ordinary,
  response,
} from './dav-server.ts'

// Answers of hosted services, as other projects report them.

const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }

t.test('iCloud: a second propstat, empty and 404, does not overwrite the first', async t => {
  const absent =
    '<propstat><prop><displayname/><C:calendar-timezone/></prop><status>HTTP/1.1 404 Not Found</status></propstat>'
  const { port } = await davServer(t, asked =>
    asked.path === '/cal/'
      ? multistatus(
          response(calendarId, `${calendarType}<displayname>Home</displayname>${mayWrite}`, absent),
        )
      : ordinary(asked),
  )
  t.match(await port().listCalendars(), [{ name: 'Home', timeZone: null }])
})

t.test('iCloud: the collection among its own files, and searches that name VEVENT', async t => {
  const { port, asked } = await davServer(t, one =>
    one.body.includes('sync-collection')
      ? multistatus(
          response(calendarId, '<getetag>"c"</getetag>'),
          response(file, '<getetag>"1"</getetag>'),
          '<sync-token>2</sync-token>',
        )
      : ordinary(one),
  )
  const calendar = port()
  const { events } = await calendar.listChanges(calendarId, { syncToken: null })
  t.same(
    events.map(({ eventId }) => eventId),
    [id],
  )
  await calendar.listOurEvents(calendarId, { from: draft.night })
  const queries = asked.filter(({ body }) => body.includes('calendar-query'))
  t.ok(queries.every(({ body }) => body.includes('name="VEVENT"')))
  t.ok(queries.every(({ body }) => /start="20261130T000000Z" end="\d{8}T000000Z"/.test(body)))
})

t.test('Fastmail: hrefs that are spelled and encoded in other ways', async t => {
  const folder = '/dav/calendars/user/me%40example.org/f%C3%A9/'
  const plain = '/dav/calendars/user/me@example.org/f%C3%A9/'
  const { port, url, asked } = await davServer(t, one => {
    if (one.method === 'PROPFIND' && one.path === '/cal/')
      return multistatus(response(`${url}${folder}`, `${calendarType}${mayWrite}`))
    if (one.body.includes('sync-collection'))
      return multistatus(
        response(plain, '<getetag>"c"</getetag>'),
        response(`${folder}${id}.ics`, '<getetag>"1"</getetag>'),
        '<sync-token>&amp;2&lt;</sync-token>',
      )
    return ordinary(one)
  })
  const calendar = port()
  const [{ id: found } = { id: '' }] = await calendar.listCalendars()
  t.equal(found, plain)
  const { nextSyncToken } = await calendar.listChanges(found, { syncToken: null })
  await calendar.listChanges(found, { syncToken: nextSyncToken })
  t.match(
    asked.find(({ body }) => body.includes('multiget'))?.body,
    `<d:href>${folder}${id}.ics</d:href>`,
  )
  t.match(asked.findLast(({ body }) => body.includes('sync-collection'))?.body, '&amp;2&lt;')
})

t.test('Nextcloud: the trash bin, and a deleted calendar', async t => {
  const gone =
    '<resourcetype><collection/><C:calendar/><deleted-calendar xmlns="http://nextcloud.com/ns"/></resourcetype>'
  const used =
    '<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:message>Calendar object with uid already exists in this calendar collection.</s:message></d:error>'
  const { port } = await davServer(t, asked => {
    if (asked.path === '/cal/')
      return multistatus(
        response('/cal/old/', gone),
        response(calendarId, `${calendarType}${mayWrite}`),
      )
    if (asked.method === 'GET') return undefined
    if (asked.method === 'PUT') return { status: 400, body: used }
    return ordinary(asked)
  })
  const calendar = port()
  t.match(await calendar.listCalendars(), [{ id: calendarId }])
  t.equal((await calendar.listCalendars()).length, 1)
  t.equal((await failure(calendar.insertEvent(calendarId, draft))).reason, 'event-exists')
})

t.test('a private event of another account shows no details', async t => {
  const busy = ics('Busy', 'CLASS:CONFIDENTIAL')
  const { port } = await davServer(t, asked =>
    asked.method === 'GET'
      ? { status: 200, headers: { ETag: '"3"' }, body: busy }
      : ordinary(asked),
  )
  t.match(await port().getEvent(calendarId, id), { summary: 'Busy', detailsHidden: true })
})

t.test('old ownCloud and Yahoo: no etag after a write, so it is read', async t => {
  let exists = false
  const { port, lines } = await davServer(t, asked => {
    if (asked.method === 'GET' && !exists) return undefined
    if (asked.method !== 'PUT') return ordinary(asked)
    exists = true
    return { status: 201 }
  })
  t.match(await port().insertEvent(calendarId, draft), { etag: /^"1" / })
  t.same(lines(), [`GET ${file}`, `PUT ${file}`, `GET ${file}`])
})

t.test('a home on another host is trusted over https only, and its ids hold the host', async t => {
  const away =
    '<C:calendar-home-set><href>https://p42.invalid/1/calendars/</href></C:calendar-home-set>'
  const { port, lines } = await davServer(t, ({ path }) =>
    path === '/' ? multistatus(response('/', away)) : undefined,
  )
  t.equal((await failure(port().listCalendars())).reason, 'unavailable', 'the other host was asked')
  t.same(lines(), ['PROPFIND /'])
  const stranger = port().listChanges('https://evil.invalid/x/', { syncToken: null })
  t.equal((await failure(stranger)).reason, 'calendar-gone')
})

t.test('Cyrus, nginx: an etag gets weak when the answer is compressed', async t => {
  const { port } = await davServer(t, asked => {
    if (asked.method === 'PUT') return { status: 204, headers: { ETag: '"2"' } }
    if (asked.method !== 'GET') return ordinary(asked)
    const isPlain = asked.headers['accept-encoding'] === 'identity'
    return { status: 200, headers: { ETag: isPlain ? '"1"' : 'W/"1"' }, body: ics() }
  })
  const calendar = port()
  const { events } = await calendar.listChanges(calendarId, { syncToken: null })
  const updated = await calendar.updateEvent(calendarId, events[0]?.etag ?? '', draft)
  t.equal(updated.eventId, id)
})
