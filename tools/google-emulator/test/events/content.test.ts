import t from 'tap'
import { reasonOf, eventsOf } from '../calendar-api.ts'
import { emulatorFor, providerAt } from '../emulator.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
const from = (dateTime: string, timeZone?: string) => ({ dateTime, ...(timeZone && { timeZone }) })

t.test('what an event may not be', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  const table: [string, unknown, string][] = [
    ['no object', [], 'parseError'],
    ['no start', { end: night.end }, 'required'],
    ['no end', { start: night.start }, 'required'],
    ['an id too short', { ...night, id: 'abcd' }, 'invalid'],
    ['an id with capitals', { ...night, id: 'NIGHT0001' }, 'invalid'],
    ['an id too long', { ...night, id: 'a'.repeat(1025) }, 'invalid'],
    ['an id that is no text', { ...night, id: 12_345 }, 'invalid'],
    ['an invalid day', { ...night, start: { date: '2026-02-30' } }, 'invalid'],
    ['a day in other words', { ...night, start: { date: '1 December 2026' } }, 'invalid'],
    [
      'a date and a time',
      { start: { date: '2026-12-01', ...from('2026-12-01T20:00:00Z') }, end: night.end },
      'invalid',
    ],
    ['all day to a time', { start: night.start, end: from('2026-12-01T21:00:00Z') }, 'invalid'],
    [
      'a time without a zone',
      { start: from('2026-12-01T20:00:00'), end: from('2026-12-01T21:00:00') },
      'invalid',
    ],
    [
      'an invalid time zone',
      {
        start: from('2026-12-01T20:00:00', 'Mars/Base'),
        end: from('2026-12-01T21:00:00', 'Mars/Base'),
      },
      'invalid',
    ],
    ['no length', { start: night.start, end: night.start }, 'timeRangeEmpty'],
    ['an end before its start', { start: night.end, end: night.start }, 'timeRangeEmpty'],
    ['a title that is no text', { ...night, summary: 5 }, 'invalid'],
    ['a description too long', { ...night, description: 'x'.repeat(8193) }, 'invalid'],
    ['an unknown status', { ...night, status: 'maybe' }, 'invalid'],
    ['cancelled from the start', { ...night, status: 'cancelled' }, 'invalid'],
    ['an unknown transparency', { ...night, transparency: 'glass' }, 'invalid'],
    [
      'a property that is no text',
      { ...night, extendedProperties: { private: { n: 1 } } },
      'invalid',
    ],
    ['an invalid recurrence', { ...night, recurrence: ['DAILY'] }, 'invalid'],
    [
      'own reminders beside the usual ones',
      { ...night, reminders: { useDefault: true, overrides: [{ method: 'popup', minutes: 5 }] } },
      'cannotUseDefaultRemindersAndSpecifyOverride',
    ],
  ]
  for (const [says, body, reason] of table) {
    const answer = await events.insert(body)
    t.equal(answer.status, 400, says)
    t.equal(reasonOf(answer), reason, says)
  }
  t.same((await events.list({ showDeleted: 'true' })).body.items, [])
})

t.test('what an event may be', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  const table: [string, object][] = [
    ['a day', night],
    ['the longest id', { ...night, id: 'a'.repeat(1024) }],
    [
      'times with offsets',
      { start: from('2026-12-01T20:00:00+01:00'), end: from('2026-12-01T20:00:00Z') },
    ],
    [
      'times with a zone',
      {
        start: from('2026-12-01T20:00:00', 'Europe/Paris'),
        end: from('2026-12-01T21:00:00', 'Europe/Paris'),
      },
    ],
    ['fields that are not kept', { ...night, conferenceData: {}, attendees: [] }],
    ['null for what is absent', { ...night, summary: null, id: null }],
    ['a title of any letters', { ...night, summary: '[Zoë] 🌃👶Routine' }],
  ]
  for (const [says, body] of table) {
    const { body: made, status } = await events.insert(body)
    t.equal(status, 200, says)
    t.match((await events.get(made.id ?? '')).body, { etag: made.etag }, says)
  }
})

t.test('a body that is no JSON, or of another type: 400 parseError', async t => {
  const emulator = await emulatorFor(t)
  const { accessToken } = await providerAt(emulator)
  for (const type of ['application/json', 'text/plain', 'application/xml']) {
    const response = await fetch(`${emulator.origin}/calendar/v3/calendars/family/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': type },
      body: '{"half',
    })
    t.equal(response.status, 400)
    t.match(await response.json(), { error: { errors: [{ reason: 'parseError' }] } })
  }
})

t.test('a wrong `fields` is refused before anything is written', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  const query = { fields: 'nonsense' }
  const refused = await events.insert({ id: 'night0001', ...night }, { query })
  t.equal(reasonOf(refused), 'invalidParameter')
  t.equal((await events.get('night0001')).status, 404)
})

t.test('a refused change leaves the event as it was', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  const { body: made } = await events.insert({ id: 'night0001', summary: 'Alex', ...night })
  const refused = await events.patch('night0001', { summary: 'Robin', end: { date: '2026-11-30' } })
  t.equal(reasonOf(refused), 'timeRangeEmpty')
  t.same((await events.get('night0001')).body, made)
})
