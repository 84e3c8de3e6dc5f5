import { eventHash, eventId, type EventDraft } from '@night-routine/calendar'
import { eventText } from '@night-routine/wording'
import t from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'
import { failure } from '../failure.ts'

const email = 'alex@example.com'
const family = 'family'
const plain = (value: unknown) => JSON.parse(JSON.stringify(value))

function draftOf(night: string, name = 'Alex', generation = 0): EventDraft {
  const date = Temporal.PlainDate.from(night)
  const text = eventText({
    caregiver: 'a',
    names: { a: name, b: 'Robin' },
    openTitle: 'No one yet',
    babysitter: null,
    sentence: `${name} has the first turn.`,
    link: 'http://localhost:8080/?month=2026-11',
  })
  const meaning = { status: 'confirmed', startDate: date, endDate: date.add({ days: 1 }) } as const
  return {
    eventId: eventId({ installation: 'i', calendarId: family, night: date, generation }),
    ...text,
    night: date,
    properties: {
      app: 'night-routine',
      night,
      generation: `${generation}`,
      lines: 'l',
      hash: eventHash({ ...meaning, summary: text.summary }),
      caregiver: 'a',
      reason: 'Alternating',
    },
  }
}

t.test('sends no e-mail to people', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const { etag, eventId: id } = await calendar.insertEvent(family, draftOf('2026-11-12'))
  const changed = await calendar.updateEvent(family, etag, draftOf('2026-11-12', 'Robin'))
  await calendar.removeEvent(family, id, changed.etag)
  const writes = (await emulator.control.requests()).filter(({ path }) => /\/events/.test(path))
  t.same(
    writes.map(({ method }) => method),
    ['POST', 'PATCH', 'DELETE'],
  )
  for (const { query } of writes) t.match(query, /sendUpdates=none/)
})

t.test('a repeated insert creates no second event', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const draft = draftOf('2026-11-12')
  await emulator.control.drop({ path: '/events$', method: 'POST', when: 'after', count: 1 })
  t.match(await failure(calendar.insertEvent(family, draft)), {
    class: 'retry',
    reason: 'unavailable',
  })
  t.match(await failure(calendar.insertEvent(family, draft)), { reason: 'event-exists' })
  t.equal((await emulator.control.events(family)).length, 1)
  t.match(plain(await calendar.getEvent(family, draft.eventId)), { status: 'confirmed' })
})

t.test('restores a removed event, unless Google refuses', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const draft = draftOf('2026-11-12')
  await calendar.insertEvent(family, draft)
  await emulator.control.removeEvent(family, draft.eventId)
  t.match(await failure(calendar.insertEvent(family, draft)), { reason: 'event-exists' })

  const removed = await calendar.getEvent(family, draft.eventId)
  t.match(removed, { status: 'cancelled' })
  const back = await calendar.updateEvent(family, removed?.etag ?? '', draft)
  t.match(plain(back), { status: 'confirmed', startDate: '2026-11-12' })

  await emulator.control.removeEvent(family, draft.eventId)
  await emulator.control.refuseUndelete()
  const again = await calendar.getEvent(family, draft.eventId)
  t.match(await failure(calendar.updateEvent(family, again?.etag ?? '', draft)), {
    reason: 'forbidden',
  })
  t.match(plain(await calendar.insertEvent(family, draftOf('2026-11-12', 'Alex', 1))), {
    status: 'confirmed',
  })
})

t.test('an event that never existed is gone', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const draft = draftOf('2026-11-13')
  await calendar.removeEvent(family, draft.eventId, '"1"')
  t.match(await failure(calendar.updateEvent(family, '"1"', draft)), { reason: 'event-gone' })
})

t.test('refuses to write to a read-only calendar', async t => {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  const holidays = 'en.uk#holiday@group.v.calendar.google.com'
  t.match(await failure(calendar.insertEvent(holidays, draftOf('2026-11-12'))), {
    class: 'give-up',
    reason: 'forbidden',
  })
})
