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
  missing,
  multistatus,
  ordinary,
  refusal,
  response,
  type Answer,
  type Asked,
} from './dav-server.ts'

// Answers of hosted services and of SOGo, as they were measured or are reported by other projects.

const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }
const data = (summary?: string, more?: string) =>
  `<C:calendar-data>${ics(summary, more)}</C:calendar-data>`

t.test('SOGo: rights without all and write, entities, files beside the calendar', async t => {
  const rights = (...names: string[]) =>
    `<current-user-privilege-set>${names.map(name => `<privilege><${name}/></privilege>`).join('')}</current-user-privilege-set>`
  const { port } = await davServer(t, asked =>
    asked.path === '/cal/'
      ? multistatus(
          response('/cal/', '<resourcetype><collection/></resourcetype>'),
          response(
            '/cal/personal',
            `${calendarType}<displayname>Fr&#252;h</displayname>${rights('read', 'bind', 'unbind', 'write-content')}`,
          ),
          response(
            '/cal/theirs/',
            `${calendarType}<displayname>Theirs</displayname>${rights('read', 'write-content')}`,
          ),
          response('/cal/personal.ics', '<resourcetype/>'),
          response(
            '/cal/tasks/',
            `${calendarType}<C:supported-calendar-component-set><C:comp name="VTODO"/></C:supported-calendar-component-set>`,
          ),
        )
      : ordinary(asked),
  )
  t.match(await port().listCalendars(), [
    { id: '/cal/personal/', name: 'Früh', writable: true },
    { id: '/cal/theirs/', name: 'Theirs', writable: false },
  ])
})

t.test('SOGo: an insert looks first, because preconditions are ignored', async t => {
  const { port, lines } = await davServer(t, ordinary)
  t.equal((await failure(port().insertEvent(calendarId, draft))).reason, 'event-exists')
  t.same(lines(), [`GET ${file}`])
})

t.test('SOGo: a removal looks first, and an event made anew is another version', async t => {
  let summary = '[Alex] 🌃👶Routine'
  const { port, lines } = await davServer(t, asked =>
    asked.method === 'GET'
      ? { status: 200, headers: { ETag: '"gcs00000000"' }, body: ics(summary) }
      : ordinary(asked),
  )
  const calendar = port()
  const { etag = '' } = { ...(await calendar.getEvent(calendarId, id)) }
  summary = '[Robin]'
  t.equal((await failure(calendar.removeEvent(calendarId, id, etag))).reason, 'event-stale')
  t.equal((await failure(calendar.updateEvent(calendarId, etag, draft))).reason, 'event-stale')
  t.notOk(lines().some(line => /^(PUT|DELETE)/.test(line)))
})

t.test('SOGo: a UID conflict in plain words', async t => {
  const { port } = await davServer(t, asked => {
    if (asked.method === 'GET') return undefined
    if (asked.method === 'PUT') return { status: 409, body: 'Event UID already in use.' }
    return ordinary(asked)
  })
  t.equal((await failure(port().insertEvent(calendarId, draft))).reason, 'event-exists')
})

t.test('SOGo: a search that ignores the filter is filtered here', async t => {
  const { port } = await davServer(t, asked => {
    if (asked.method === 'GET') return undefined
    if (!asked.body.includes('calendar-query')) return ordinary(asked)
    const other = ics('[Robin]').replaceAll(id, 'dentist')
    return multistatus(
      response(
        '/cal/family/x.ics',
        `<getetag>"9"</getetag><C:calendar-data>${other}</C:calendar-data>`,
      ),
    )
  })
  t.equal(await port().getEvent(calendarId, id), null)
})

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

t.test('Nextcloud: a removal that is refused is a refusal of this event', async t => {
  const { port } = await davServer(t, asked =>
    asked.method === 'DELETE' ? { status: 403 } : ordinary(asked),
  )
  const calendar = port()
  const { etag = '' } = { ...(await calendar.getEvent(calendarId, id)) }
  t.equal((await failure(calendar.removeEvent(calendarId, id, etag))).reason, 'forbidden')
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

t.test('Cyrus: a list in parts', async t => {
  const cut = `<response><href>${calendarId}</href><status>HTTP/1.1 507 Insufficient Storage</status></response>`
  const { port } = await davServer(t, asked => {
    if (!asked.body.includes('sync-collection')) return ordinary(asked)
    return asked.body.includes('>part-2<')
      ? multistatus(response(file, '<getetag>"1"</getetag>'), '<sync-token>part-3</sync-token>')
      : multistatus(cut, '<sync-token>part-2</sync-token>')
  })
  const { events, nextSyncToken } = await port().listChanges(calendarId, { syncToken: null })
  t.equal(events.length, 1)
  t.match(nextSyncToken, 'part-3')
})

/** GMX and Posteo: no sync, only a version of the calendar. */
function withoutSync(state: { ctag: string; events: Record<string, string> }) {
  return ({ method, path, body, headers }: Asked): Answer | undefined => {
    if (method === 'REPORT' && body.includes('sync-collection'))
      return refusal(403, '<supported-report/>')
    if (method === 'PROPFIND' && path === calendarId && headers['depth'] === '0')
      return multistatus(response(calendarId, `<CS:getctag>${state.ctag}</CS:getctag>`))
    if (method === 'PROPFIND' && path === calendarId)
      return multistatus(
        response(calendarId, '<getetag>"c"</getetag>'),
        response('/cal/family/other.ics', '<getetag>"o"</getetag>'),
        ...Object.entries(state.events).map(([href, etag]) =>
          response(href, `<getetag>${etag}</getetag>`),
        ),
      )
    if (method === 'REPORT' && body.includes('multiget'))
      return multistatus(
        ...Object.entries(state.events)
          .filter(([href]) => body.includes(href))
          .map(([href, etag]) => response(href, `<getetag>${etag}</getetag>${data()}`)),
      )
    return method === 'REPORT' ? multistatus() : undefined
  }
}

t.test('GMX and Posteo: changes by version of calendar and files', async t => {
  const state = { ctag: '1', events: { [file]: '"a"' } as Record<string, string> }
  const { port, asked, lines } = await davServer(t, withoutSync(state))
  const calendar = port()
  const read = async (syncToken: string | null) => {
    asked.length = 0
    const { events, nextSyncToken } = await calendar.listChanges(calendarId, { syncToken })
    return {
      seen: events.map(({ status, etag }) => `${status} ${etag.split(' ')[0]}`),
      nextSyncToken,
    }
  }
  const first = await read(null)
  t.same(first.seen, ['confirmed "a"'])
  const nothing = await read(first.nextSyncToken)
  t.same([nothing.seen, lines()], [[], [`PROPFIND ${calendarId}`]], 'one request')
  Object.assign(state, { ctag: '2', events: { [file]: '"b"' } })
  const edited = await read(nothing.nextSyncToken)
  t.same(edited.seen, ['confirmed "b"'])
  Object.assign(state, { ctag: '3', events: {} })
  const removed = await read(edited.nextSyncToken)
  t.same(removed.seen, ['cancelled removed'])
  Object.assign(state, { ctag: '4', events: {} })
  t.same((await read(removed.nextSyncToken)).seen, [])
})

t.test('an event in a file with another name is found, and its removal noticed', async t => {
  const renamed = `${calendarId}renamed.ics`
  let step = 1
  const { port } = await davServer(t, ({ body, method }) => {
    if (method !== 'REPORT') return undefined
    if (body.includes('sync-collection'))
      return multistatus(
        ...(step === 1
          ? [missing(file), response(renamed, '<getetag>"5"</getetag>')]
          : [missing(renamed)]),
        `<sync-token>${step}</sync-token>`,
      )
    return multistatus(
      ...(step === 1 ? [response(renamed, `<getetag>"5"</getetag>${data('[Robin]')}`)] : []),
    )
  })
  const calendar = port()
  const since = JSON.stringify({ kind: 'sync', token: '0', renamed: {} })
  const first = await calendar.listChanges(calendarId, { syncToken: since })
  t.match(first.events, [{ eventId: id, summary: '[Robin]' }])
  t.equal(first.events.length, 1, 'the old name is no removal')
  t.match(await calendar.getEvent(calendarId, id), { summary: '[Robin]' })
  step = 2
  const second = await calendar.listChanges(calendarId, { syncToken: first.nextSyncToken })
  t.match(second.events, [{ eventId: id, status: 'cancelled', etag: 'removed' }])
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
