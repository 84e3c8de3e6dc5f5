import { connectGoogle } from '@night-routine/calendar'
import t from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'
import { scriptedServer } from '../scripted-server.ts'

const request = {
  from: Temporal.PlainDate.from('2026-11-20'),
  to: Temporal.PlainDate.from('2026-12-31'),
  timeZone: 'Europe/Paris',
  addresses: [],
}
const date = '2026-11-24'
const allDay = { start: { date }, end: { date: '2026-11-25' } }
const day = { kind: 'days', first: date, last: date }

const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value))

/** What Google says of these events. */
async function reading(t: Parameters<typeof scriptedServer>[0], pages: readonly unknown[][]) {
  let page = 0
  const apiRootUrl = await scriptedServer(t, (_, response) => {
    const items = pages[page] ?? []
    page += 1
    const next = page < pages.length ? { nextPageToken: `${page}` } : {}
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ items, ...next }))
  })
  const google = connectGoogle({ apiRootUrl, accessToken: async () => 'token' })
  return plain(await google.readBusy('work', request))
}

t.test('never asks for titles, and has Google expand the series', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, 'alex@example.com')
  await emulator.control.createEvent('family', { summary: 'Secret dinner', ...allDay })
  const found = await calendar.readBusy('family', request)
  t.same(plain(found), { busy: [day], skipped: {} })
  const list = (await emulator.control.requests()).at(-1)
  const query = new URLSearchParams(list?.query)
  t.notMatch(query.get('fields'), /summary|description|location|email/)
  t.equal(query.get('singleEvents'), 'true')
})

t.test('what takes a person’s time', async t => {
  const id = `nr${'0'.repeat(30)}`
  for (const [what, event, busy] of [
    ['a whole day', allDay, [day]],
    ['free', { ...allDay, transparency: 'transparent' }, []],
    ['cancelled', { ...allDay, status: 'cancelled' }, []],
    ['declined', { ...allDay, attendees: [{ self: true, responseStatus: 'declined' }] }, []],
    ['declined by another', { ...allDay, attendees: [{ responseStatus: 'declined' }] }, [day]],
    ['accepted', { ...allDay, attendees: [{ self: true, responseStatus: 'accepted' }] }, [day]],
    ['at the office', { ...allDay, eventType: 'workingLocation' }, []],
    ['a birthday', { ...allDay, eventType: 'birthday' }, []],
    ['out of office', { ...allDay, eventType: 'outOfOffice' }, [day]],
    ['our night by its id', { ...allDay, id }, []],
    [
      'our night by its property',
      { ...allDay, extendedProperties: { private: { app: 'night-routine' } } },
      [],
    ],
    [
      'hours',
      {
        start: { dateTime: '2026-11-24T19:00:00+01:00' },
        end: { dateTime: '2026-11-24T20:00:00+01:00' },
      },
      [{ kind: 'hours', start: '2026-11-24T18:00:00Z', end: '2026-11-24T19:00:00Z' }],
    ],
  ] as const)
    t.same(await reading(t, [[event]]), { busy, skipped: {} }, what)
})

t.test('reads all pages, and skips what cannot be read', async t => {
  const odd = [{ start: { dateTime: 'soon' }, end: {} }, null]
  t.same(await reading(t, [[allDay], [], [...odd, allDay]]), {
    busy: [day, day],
    skipped: { unreadable: 2 },
  })
})
