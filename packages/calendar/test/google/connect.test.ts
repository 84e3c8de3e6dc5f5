import t from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'
import { draftOf as contractDraft, plain } from '../contract/subject.ts'
import { failure } from '../failure.ts'

const email = 'alex@example.com'
const family = 'family'
const draftOf = (night: string, name?: string) =>
  contractDraft(family, night, name === undefined ? {} : { name })

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
  t.match(
    plain(
      await calendar.insertEvent(family, { ...draft, eventId: `${draft.eventId.slice(0, -1)}0` }),
    ),
    {
      status: 'confirmed',
    },
  )
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
