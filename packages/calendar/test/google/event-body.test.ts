import t from 'tap'
import { changedEvent, newEvent, remoteEvent } from '../../src/google/event-body.ts'

const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

const draft = {
  eventId: 'nr0',
  summary: '[Alex] 🌃👶Routine',
  description: 'Alex has the first turn.',
  night: Temporal.PlainDate.from('2026-12-31'),
  properties: {
    app: 'night-routine',
    night: '2026-12-31',
    generation: '0',
    hash: 'h',
    lines: 'l',
    caregiver: 'a',
    reason: 'Alternating',
  },
}

t.test('a new event is all day, transparent and has no reminders', async t => {
  t.same(newEvent(draft), {
    id: 'nr0',
    status: 'confirmed',
    summary: '[Alex] 🌃👶Routine',
    description: 'Alex has the first turn.',
    start: { date: '2026-12-31' },
    end: { date: '2027-01-01' },
    transparency: 'transparent',
    reminders: { useDefault: false },
    extendedProperties: { private: draft.properties },
  })
})

t.test('an update removes hours and recurrence, and keeps color and reminders', async t => {
  t.same(changedEvent(draft), {
    status: 'confirmed',
    summary: '[Alex] 🌃👶Routine',
    description: 'Alex has the first turn.',
    start: { date: '2026-12-31', dateTime: null, timeZone: null },
    end: { date: '2027-01-01', dateTime: null, timeZone: null },
    recurrence: null,
    extendedProperties: { private: draft.properties },
  })
})

t.test('reads events with missing fields', async t => {
  const read = {
    eventId: 'nr0',
    etag: '"1"',
    status: 'confirmed',
    description: '',
    repeats: false,
    properties: {},
  }
  t.same(
    plain(
      remoteEvent({
        id: 'nr0',
        etag: '"1"',
        status: 'confirmed',
        summary: '[Alex]',
        start: { date: '2026-11-12' },
        end: { date: '2026-11-13' },
        extendedProperties: { private: { app: 'night-routine' } },
      }),
    ),
    {
      ...read,
      summary: '[Alex]',
      startDate: '2026-11-12',
      endDate: '2026-11-13',
      properties: { app: 'night-routine' },
    },
  )
  t.same(
    plain(
      remoteEvent({
        id: 'nr0',
        etag: '"1"',
        status: 'confirmed',
        start: { dateTime: '2026-11-12T19:00:00+01:00' },
        end: {},
      }),
    ),
    { ...read, summary: '', startDate: null, endDate: null },
    'an event with hours',
  )
  t.same(
    plain(remoteEvent({ id: 'nr0', etag: '"2"', status: 'cancelled' })),
    { ...read, etag: '"2"', status: 'cancelled', summary: '', startDate: null, endDate: null },
    'an event that was removed',
  )
  t.match(
    remoteEvent({ id: 'nr0', etag: '"3"', status: 'confirmed', recurrence: ['RRULE:FREQ=DAILY'] }),
    { repeats: true },
  )
  t.match(remoteEvent({ id: 'nr0', etag: '"3"', status: 'confirmed', recurrence: [] }), {
    repeats: false,
  })
  t.equal(remoteEvent({}), null)
  t.equal(remoteEvent({ id: 'nr0', etag: '"1"', status: 'odd' }), null)
})
