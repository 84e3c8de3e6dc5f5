import t from 'tap'
import { ask, eventsOf } from '../calendar-api.ts'
import { emulatorFor, providerAt } from '../emulator.ts'

const night = { start: { date: '2026-12-01' }, end: { date: '2026-12-02' } }

t.test('the clock continues from where it is set', async t => {
  const emulator = await emulatorFor(t)
  await emulator.control.setClock('2026-12-31T23:00:00Z')
  const made = await emulator.control.createEvent('family', night)
  t.match(made.created, /^2026-12-31T23:00:0/)
  await emulator.control.advanceClock({ days: 1, hours: 2 })
  const changed = await emulator.control.editEvent('family', made.id, { summary: 'Robin' })
  t.match(changed.updated, /^2027-01-02T01:00:0/)
  t.equal(changed.created, made.created)
})

t.test('reset is the first moment again', async t => {
  const emulator = await emulatorFor(t)
  const { control } = emulator
  const provider = await providerAt(emulator)
  await control.setClock('2036-01-01T00:00:00Z')
  await control.createEvent('family', night)
  await control.removeCalendar('robin@example.com')
  await control.fail({ path: '/', status: 500 })
  await control.limitPages({ size: 1, emptyFirst: true })
  await control.reset()
  t.same(await control.requests(), [])
  t.same(await control.events('family'), [])
  t.same(
    (await control.calendars()).map(({ summary }) => summary),
    ['Family', 'Alex', 'Robin', 'Stranger', 'Holidays'],
  )
  t.equal((await eventsOf(provider).list()).status, 401, 'earlier tokens are invalid')
  const { body } = await ask(await providerAt(emulator), '/users/me/calendarList')
  t.equal(body.items?.length, 3)
})

t.test('a calendar appears, changes its rights and is gone', async t => {
  const emulator = await emulatorFor(t)
  const { control } = emulator
  const provider = { ...(await providerAt(emulator)), calendarId: 'club' }
  const status = async () => (await eventsOf(provider).insert(night)).status
  t.equal(await status(), 404)
  await control.saveCalendar({
    id: 'club',
    summary: 'Club',
    roles: { 'alex@example.com': 'writer' },
  })
  t.equal(await status(), 200)
  await control.saveCalendar({
    id: 'club',
    summary: 'Club',
    roles: { 'alex@example.com': 'reader' },
  })
  t.equal(await status(), 403)
  t.equal((await control.events('club')).length, 1, 'its events stay')
  await control.saveCalendar({
    id: 'club',
    summary: 'Club',
    roles: { 'robin@example.com': 'owner' },
  })
  t.equal(await status(), 404, 'what one may not see is not there')
  await control.removeCalendar('club')
  await t.rejects(control.events('club'), { message: /404/ })
})

t.test('what a person deleted can be kept from coming back', async t => {
  const emulator = await emulatorFor(t)
  const events = eventsOf(await providerAt(emulator))
  await events.insert({ id: 'night0001', ...night })
  await emulator.control.removeEvent('family', 'night0001')
  await emulator.control.refuseUndelete()
  t.equal((await events.patch('night0001', { status: 'confirmed' })).status, 403)
  await emulator.control.refuseUndelete(false)
  t.equal((await events.patch('night0001', { status: 'confirmed' })).status, 200)
})

t.test('what makes no sense is said', async t => {
  const { control } = await emulatorFor(t)
  await t.rejects(control.removeEvent('family', 'nobody1'), { message: /404.*Not Found/ })
  await t.rejects(control.createEvent('missing', night), { message: /404/ })
  await t.rejects(control.createEvent('family', {}), { message: /400.*Missing start time/ })
  await t.rejects(control.setClock('yesterday'), { message: /400/ })
  await t.rejects(control.changeAccount('missing@example.com', {}), { message: /404/ })
})

t.test('no page in a browser reaches control', async t => {
  const { control, origin } = await emulatorFor(t)
  const { status } = await fetch(`${origin}/__control/reset`, {
    method: 'POST',
    headers: { origin: 'https://example.com', 'content-type': 'application/json' },
    body: '{}',
  })
  t.equal(status, 403)
  t.equal((await control.calendars()).length, 5)
})
