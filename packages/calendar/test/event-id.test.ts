import { eventId, hasFormOfEventId, installationMark } from '../src/event-hash.ts'
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

t.test('knows an id of any installation by its form', async t => {
  const id = eventId(first)
  t.equal(hasFormOfEventId(id), true)
  for (const other of [
    `x${id}`,
    `${id}0`,
    id.slice(0, -1),
    id.replace('r', 's'),
    `${id.slice(1)}w`,
  ])
    t.equal(hasFormOfEventId(other), false, other)
})

t.test('the mark of an installation is stable, and does not reveal it', async t => {
  t.equal(installationMark(first.installation), 'e19002f2c5ef7b21')
})
