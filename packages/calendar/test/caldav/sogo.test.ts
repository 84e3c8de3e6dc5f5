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
  multistatus,
  ordinary,
  response,
} from './dav-server.ts'

// Answers of SOGo 5.8, as they were measured.

const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }

const rights = (...names: string[]) =>
  `<current-user-privilege-set>${names.map(name => `<privilege><${name}/></privilege>`).join('')}</current-user-privilege-set>`

t.test('SOGo: rights without all and write, entities, files beside the calendar', async t => {
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

t.test('SOGo: a removal looks first, and an event made again is another version', async t => {
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
