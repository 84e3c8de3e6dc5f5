import { checkOdd, oddCalendar, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { calendarIdOf, resolveHref } from '../../src/caldav/addresses.ts'
import { changedEvent, newEvent, remoteEvent } from '../../src/caldav/event-body.ts'
import { parseXml } from '../../src/caldav/xml.ts'
import { draftOf } from '../contract/subject.ts'
import { textsOf } from '../texts-of.ts'
import {
  calendarId,
  davServer,
  file,
  ics,
  id,
  missing,
  multistatus,
  ordinary,
  response,
} from './dav-server.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const draft = { ...draftOf(calendarId, '2026-12-01'), eventId: id }

t.test('any text is an event with well-formed text, or none', async t => {
  const valid = newEvent(draft, now)
  await checkOdd(t, fc.oneof(oddCalendar(valid), oddText()), body => {
    for (const text of textsOf(remoteEvent(body, '"1"')))
      if (!text.isWellFormed() || text.includes('\0') || text.length > 20_000)
        throw new Error(`odd text: ${JSON.stringify(text.slice(0, 100))}`)
    const after = changedEvent(body, draft, now)
    if (after !== null && remoteEvent(after, '"2"')?.summary !== draft.summary)
      throw new Error('the changed event cannot be read')
  })
})

const foreign = {
  'a date without its type': 'DTSTART:20261201',
  'an absurd duration': 'DTSTART;VALUE=DATE:20261201\r\nDURATION:P99999999999W',
  'an open quote': 'DTSTART;VALUE=DATE:20261201\r\nATTENDEE;CN="Foo:mailto:x@y.z',
  'a letter that XML does not have': 'DTSTART;VALUE=DATE:20261201\r\nLOCATION:a\u0001&#11;b',
  'parameters without end': `DTSTART;VALUE=DATE:20261201\r\nX-A${';P=b'.repeat(100_000)}:c`,
  nothing: '',
}
const broken = (lines: string) => ics().replace(/DTSTART.*\r\nDTEND.*/, lines)
const since = JSON.stringify({ kind: 'sync', token: 'token-1', renamed: {} })

for (const [what, lines] of Object.entries(foreign))
  t.test(`a read of changes continues after a foreign event with ${what}`, async t => {
    const theirs = broken(lines).replaceAll(id, 'dentist')
    const { port } = await davServer(t, asked => {
      if (asked.method !== 'REPORT') return ordinary(asked)
      if (asked.body.includes('sync-collection'))
        return multistatus(
          response('/cal/family/dentist.ics', '<getetag>"9"</getetag>'),
          response(file, '<getetag>"1"</getetag>'),
          '<sync-token>token-2</sync-token>',
        )
      return multistatus(
        response(
          '/cal/family/dentist.ics',
          `<getetag>"9"</getetag><C:calendar-data>${theirs}</C:calendar-data>`,
        ),
        response('http://localhost//', '<getetag>"9"</getetag>'),
        response('', ''),
        '<response/>',
        response(file, `<getetag>"1"</getetag><C:calendar-data>${ics()}</C:calendar-data>`),
      )
    })
    const { events } = await port().listChanges(calendarId, { syncToken: since })
    t.match(
      events.filter(({ eventId }) => eventId !== 'dentist'),
      [{ eventId: id, summary: '[Alex] 🌃👶Routine' }],
    )
    const from = Temporal.PlainDate.from('2026-11-20')
    t.match(await port().listOurEvents(calendarId, { from }), [{ eventId: id }])
  })

for (const [what, body] of Object.entries({
  'an open quote': broken('DTSTART;VALUE=DATE:20261201\r\nATTENDEE;CN="Foo:mailto:x@y.z'),
  'the answer (null)': '(null)',
}))
  t.test(`our event with ${what} is listed as unreadable, and replaced`, async t => {
    const { asked, port } = await davServer(t, one => {
      if (one.method === 'GET') return { status: 200, headers: { ETag: '"1"' }, body }
      if (one.method !== 'REPORT' || one.body.includes('sync-collection')) return ordinary(one)
      return multistatus(
        response(file, `<getetag>"1"</getetag><C:calendar-data>${body}</C:calendar-data>`),
      )
    })
    const calendar = port()
    const { events } = await calendar.listChanges(calendarId, { syncToken: since })
    t.match(events, [{ eventId: id, unreadable: true, summary: '' }])
    const [{ etag } = { etag: '' }] = events
    const from = Temporal.PlainDate.from('2026-11-20')
    t.match(await calendar.listOurEvents(calendarId, { from }), [{ eventId: id, etag }])
    t.match(await calendar.getEvent(calendarId, id), { etag, unreadable: true })
    await calendar.updateEvent(calendarId, etag, draft)
    const put = asked.findLast(({ method }) => method === 'PUT')
    t.equal(put?.headers['if-match'], '"1"')
    t.match(remoteEvent(put?.body ?? '', '"2"'), { eventId: id, summary: draft.summary })
    await calendar.removeEvent(calendarId, id, etag)
    t.equal(asked.at(-1)?.method, 'DELETE')
  })

t.test('our unreadable event is known by its UID in a file with another name', async t => {
  const { port } = await davServer(t, asked =>
    asked.method === 'REPORT' && !asked.body.includes('sync-collection')
      ? multistatus(
          response(
            '/cal/family/renamed.ics',
            `<getetag>"1"</getetag><C:calendar-data>${broken('DTSTART:20261201')}</C:calendar-data>`,
          ),
        )
      : ordinary(asked),
  )
  const { events } = await port().listChanges(calendarId, { syncToken: since })
  t.match(events, [{ eventId: id, unreadable: true }])
})

t.test('no fold of SOGo, which counts UTF-16 units, splits an emoji of ours', async t => {
  const fold = /^.{75}|(?<=^.{75}(?:.{74})*).{1,74}/gs
  await checkOdd(
    t,
    fc.tuple(
      fc.nat({ max: 200 }),
      fc.constantFrom('😸', 'a😸', '😸, ', '😸\n', '👶 Kim '),
      fc.nat(40),
    ),
    ([letters, emoji, count]) => {
      const description = `${'a'.repeat(letters)}${emoji.repeat(count)}`
      const body = newEvent({ ...draft, description }, now).replaceAll('\r\n ', '')
      for (const line of body.split('\r\n'))
        for (const part of line.match(fold) ?? [])
          if (!part.isWellFormed()) throw new Error(`split: ${line}`)
      if (remoteEvent(body, '"1"')?.description.trim() !== description.trim())
        throw new Error('another description')
    },
  )
})

t.test('any bytes are XML with well-formed text, or none', async t => {
  const { body = '' } = multistatus(response(file, '<getetag>"1"</getetag>'))
  const odd = oddText({ seeds: ['&#0;', '&#xD83D;', '&#x10FFFF;', '&#x110000;', '&#1'] })
  await checkOdd(t, odd, text => {
    const root = parseXml(body.replace('"1"', text))
    for (const one of textsOf(root))
      if (!one.isWellFormed() || one.includes('\0')) throw new Error('odd text')
    const plain = text.replaceAll(/[<&]|\]\]>/g, '')
    if (parseXml(body.replace('"1"', plain)) === null) throw new Error('one text spoils the rest')
  })
})

t.test('files with the names of what every object has are files of others', async t => {
  const names = ['constructor', '__proto__', 'toString']
  for (const sync of [true, false]) {
    const { port } = await davServer(t, asked => {
      if (
        !asked.body.includes('sync-collection') &&
        !asked.body.includes('getetag/></d:prop></d:propfind')
      )
        return asked.body.includes('getctag')
          ? multistatus(response(calendarId, '<CS:getctag>2</CS:getctag>'))
          : ordinary(asked)
      if (asked.method === 'REPORT')
        return sync
          ? multistatus(
              ...names.map(name => missing(`${calendarId}${name}`)),
              '<sync-token>t</sync-token>',
            )
          : { status: 405 }
      return multistatus(
        ...names.map(name => response(`${calendarId}${name}`, '<getetag>"9"</getetag>')),
        response(file, '<getetag>"1"</getetag>'),
      )
    })
    const syncToken = sync
      ? since
      : JSON.stringify({ kind: 'ctag', ctag: '1', etags: {}, renamed: {} })
    const { events } = await port().listChanges(calendarId, { syncToken })
    t.same(
      events.map(({ eventId }) => eventId),
      sync ? [] : [id],
    )
  }
})

t.test('any href is an address on the same connection, or none', async t => {
  const from = new URL('https://dav.example/cal/')
  const seeds = ['http://dav.example', '//', 'https:', '/cal/', '%ff', '%00', '@', '#', '..']
  await checkOdd(
    t,
    fc.oneof(fc.constantFrom('http://dav.example//', 'http://dav.example//x/'), oddText({ seeds })),
    href => {
      const url = resolveHref(href, from)
      if (url?.hostname === from.hostname && url.protocol !== from.protocol) throw new Error('http')
      if (url !== null) calendarIdOf(url, from)
    },
  )
})
