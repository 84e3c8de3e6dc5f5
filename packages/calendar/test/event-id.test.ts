import { eventId } from '@night-routine/calendar'
import * as fc from 'fast-check'
import t from 'tap'

const night = Temporal.PlainDate.from('2026-11-12')
const first = {
  installation: '0b1c6a52-3f0e-4c43-9d35-0c7a6f3f6e0d',
  calendarId: 'family@group.calendar.example.com',
  night,
  generation: 0,
}

t.test('a night always has the same id', async t => {
  t.equal(eventId(first), eventId({ ...first, night: Temporal.PlainDate.from('2026-11-12') }))
  t.equal(eventId(first), 'nr02dkv53q5id0d6rjgaep81tkk3m9tr', 'the id is stable across releases')
})

t.test('another installation, calendar, night or generation has another id', async t => {
  const ids = [
    first,
    { ...first, installation: 'other' },
    { ...first, calendarId: 'other' },
    { ...first, night: night.add({ days: 1 }) },
    { ...first, generation: 1 },
    { ...first, installation: `${first.installation},`, calendarId: first.calendarId.slice(1) },
  ].map(eventId)
  t.equal(new Set(ids).size, ids.length)
})

t.test('an id is valid for the provider', async t => {
  fc.assert(
    fc.property(fc.string(), fc.string(), fc.nat(), (installation, calendarId, generation) =>
      /^nr[0-9a-v]{30}$/.test(eventId({ installation, calendarId, night, generation })),
    ),
  )
  t.pass()
})

t.test('ten years of nights in three calendars have different ids', async t => {
  const ids = new Set<string>()
  for (const calendarId of ['one', 'two', 'three']) {
    for (let days = 0; days < 3653; days += 1) {
      ids.add(eventId({ ...first, calendarId, night: night.add({ days }) }))
    }
  }
  t.equal(ids.size, 3 * 3653)
})
