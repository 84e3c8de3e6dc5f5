import t from 'tap'
import { eventsOf, reasonOf } from './calendar-api.ts'
import { emulatorFor, providerAt } from './emulator.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }
const at = (dateTime: string) => ({ dateTime })
const own = { useDefault: true, overrides: [{ method: 'popup', minutes: 5 }] }

const refused: [says: string, event: unknown, reason: string][] = [
  ['no object', [], 'parseError'],
  ['no start', { end: night.end }, 'required'],
  ['no end', { start: night.start }, 'required'],
  ['an id too short', { ...night, id: 'abcd' }, 'invalid'],
  ['an id with capitals', { ...night, id: 'NIGHT0001' }, 'invalid'],
  ['an id too long', { ...night, id: 'a'.repeat(1025) }, 'invalid'],
  ['a day that is not', { ...night, start: { date: '2026-02-30' } }, 'invalid'],
  ['all day to a time', { ...night, end: at('2026-12-01T21:00:00Z') }, 'invalid'],
  ['times without a zone', { start: at('2026-12-01T20:00:00'), end: night.end }, 'invalid'],
  ['no length', { start: night.start, end: night.start }, 'timeRangeEmpty'],
  ['an end before its start', { start: night.end, end: night.start }, 'timeRangeEmpty'],
  ['a title that is no text', { ...night, summary: 5 }, 'invalid'],
  ['a description too long', { ...night, description: 'x'.repeat(8193) }, 'invalid'],
  ['an unknown status', { ...night, status: 'maybe' }, 'invalid'],
  ['an unknown transparency', { ...night, transparency: 'glass' }, 'invalid'],
  ['a property no text', { ...night, extendedProperties: { private: { n: 1 } } }, 'invalid'],
  ['a recurrence that is not', { ...night, recurrence: ['DAILY'] }, 'invalid'],
  [
    'own reminders beside the usual ones',
    { ...night, reminders: own },
    'cannotUseDefaultRemindersAndSpecifyOverride',
  ],
]

const accepted: [says: string, event: object][] = [
  ['the longest id', { ...night, id: 'a'.repeat(1024) }],
  ['offsets', { start: at('2026-12-01T20:00:00+01:00'), end: at('2026-12-01T20:00:00Z') }],
  ['fields that are not kept', { ...night, conferenceData: {}, attendees: [] }],
  ['null for what is absent', { ...night, summary: null, id: null }],
]

t.test('what an event may be, and what not', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  for (const [says, event, reason] of refused) {
    const answer = await events.insert(event)
    t.same([answer.status, reasonOf(answer)], [400, reason], says)
  }
  t.same((await events.list({ showDeleted: 'true' })).body.items, [])
  for (const [says, event] of accepted) t.equal((await events.insert(event)).status, 200, says)
})
