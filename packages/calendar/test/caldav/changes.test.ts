import t from 'tap'
import {
  calendarId,
  davServer,
  file,
  ics,
  id,
  missing,
  multistatus,
  ordinary,
  refusal,
  response,
  type Answer,
  type Asked,
} from './dav-server.ts'

// Reads of changes on servers that no test can start.

const data = (summary?: string, more?: string) =>
  `<C:calendar-data>${ics(summary, more)}</C:calendar-data>`

const dentist = (href: string) =>
  `<C:calendar-data>${ics('Dentist').replaceAll(id, href.slice(12, -4))}</C:calendar-data>`

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

t.test(
  '2,000 events of others cost a full read nothing, and an import one request for 50',
  async t => {
    const others = Array.from({ length: 2000 }, (_, index) => `${calendarId}other-${index}.ics`)
    const { port, asked } = await davServer(t, ({ method, body }) => {
      if (method !== 'REPORT') return undefined
      if (body.includes('sync-collection'))
        return multistatus(
          ...[file, ...others].map(href => response(href, '<getetag>"1"</getetag>')),
          '<sync-token>1</sync-token>',
        )
      const wanted = [...body.matchAll(/<d:href>([^<]*)/g)].map(([, href = '']) => href)
      return multistatus(
        ...wanted.map(href =>
          response(href, `<getetag>"1"</getetag>${href === file ? data() : dentist(href)}`),
        ),
      )
    })
    const calendar = port()
    const full = await calendar.listChanges(calendarId, { syncToken: null })
    t.same([full.events.length, asked.length], [1, 3], 'the list, the version and one event')
    asked.length = 0
    const changes = await calendar.listChanges(calendarId, { syncToken: full.nextSyncToken })
    t.equal(changes.events.length, 2001)
    t.equal(asked.length, 2 + Math.ceil(2001 / 50))
  },
)

t.test('says when the calendar is at another version, and no change is listed', async t => {
  const at = { token: 'one', ctag: 'a' }
  const { port } = await davServer(t, ({ method, body }) => {
    if (method === 'PROPFIND' && at.ctag !== '')
      return multistatus(response(calendarId, `<CS:getctag>${at.ctag}</CS:getctag>`))
    if (!body.includes('sync-collection')) return undefined
    return multistatus(`<sync-token>${at.token}</sync-token>`)
  })
  const calendar = port()
  let syncToken: string | null = null
  const read = async (now: typeof at) => {
    Object.assign(at, now)
    const { mayHaveMissed, nextSyncToken } = await calendar.listChanges(calendarId, { syncToken })
    syncToken = nextSyncToken
    return mayHaveMissed
  }
  t.equal(await read({ token: 'one', ctag: 'a' }), false, 'a first read')
  t.equal(await read({ token: 'one', ctag: 'a' }), false)
  t.equal(await read({ token: 'one', ctag: 'b' }), true)
  t.equal(await read({ token: 'one', ctag: 'b' }), false, 'once')
  t.equal(await read({ token: 'two', ctag: 'b' }), true)
  t.equal(await read({ token: 'two', ctag: '' }), false, 'a server without versions')
  t.equal(await read({ token: 'two', ctag: 'c' }), false)
})
