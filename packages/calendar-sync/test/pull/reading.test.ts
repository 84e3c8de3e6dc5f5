import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import { saveSync } from '@night-routine/database/calendar'
import t from 'tap'
import { failure } from '../failure.ts'
import { now } from '../push/pushing.ts'
import { livingCalendar } from './living-calendar.ts'
import { sameParts } from '../same-parts.ts'

const tomorrow = now.add({ hours: 24 })
const [today, theDayAfter] = [now.toString(), tomorrow.toString()]

t.test('reads everything first, then only changes', async t => {
  const { edit, pull, sync, token } = await livingCalendar(t)
  const first = await token()
  t.match(await sync(), { lastPullAt: today, lastFullAt: today })
  sameParts(t, await pull(), { calls: ['GET'], everything: false, verdicts: {} })
  await edit('2026-11-21', { summary: '[Alex]' })
  sameParts(t, await pull(), { calls: ['GET'], verdicts: { assign: 1 } })
  t.not(await token(), first)
})

t.test('reads everything after the token expired, and misses no edit', async t => {
  const { control, edit, events, nights, pull, push, remove } = await livingCalendar(t)
  await edit('2026-11-21', { summary: '[Kim]' })
  await remove('2026-11-23')
  await control.expireSyncTokens()
  sameParts(t, await pull(), {
    calls: ['GET', 'GET'],
    everything: true,
    verdicts: { babysitter: 1, recreate: 1, echo: 4 },
  })
  await push()
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))
  t.equal((await events()).length, 6)
  sameParts(t, await pull(), { calls: ['GET'], everything: false })
})

t.test('does not use a refused token or one of another shape version', async t => {
  const { control, db, pull, sync } = await livingCalendar(t)
  await saveSync(db, 'family', { shapeVersion: 0 })
  sameParts(t, await pull(), { calls: ['GET'], everything: true })
  t.match(await sync(), { shapeVersion: 2 })
  await control.fail({ path: '/events$', status: 400, reason: 'invalid', count: 1 })
  sameParts(t, await pull(), { calls: ['GET', 'GET'], everything: true })
})

t.test('compares all our events once a day, without the token', async t => {
  const { edit, nights, pull, sync } = await livingCalendar(t)
  await edit('2026-11-21', { summary: '[Kim]' })
  await edit('2026-11-22', { summary: '[Dana]' })
  const skipped = await pull({ check: () => {} })
  t.match(skipped, { verdicts: { babysitter: 2 } })
  sameParts(t, await pull({ at: tomorrow.subtract({ seconds: 1 }) }), {
    calls: ['GET'],
    verdicts: {},
  })
  sameParts(t, await pull({ at: tomorrow }), { calls: ['GET', 'GET'], everything: true })
  t.match(await sync(), { lastFullAt: theDayAfter })
  sameParts(t, await pull({ at: tomorrow }), { calls: ['GET'], everything: false })
  t.equal((await nights()).filter(night => night.includes('(locked)')).length, 2)
})

t.test('reads everything where a comparison finds what the token missed', async t => {
  const { db, pull, token } = await livingCalendar(t)
  const before = await token()
  await db.updateTable('calendar_events').set({ etag: '"missed"' }).execute()
  sameParts(t, await pull({ at: tomorrow }), { calls: ['GET', 'GET', 'GET'], everything: true })
  t.not(await token(), before)
  sameParts(t, await pull({ at: tomorrow }), { calls: ['GET'], everything: false })
})

t.test('compares all where a server may keep changes to itself', async t => {
  const { calendar, control, edit, eventId, nights, pull } = await livingCalendar(t)
  await edit('2026-11-21', { summary: '[Kim]' })
  const silent: CalendarPort = {
    ...calendar,
    async listChanges(id, since) {
      const changes = await calendar.listChanges(id, since)
      return since.syncToken === null ? changes : { ...changes, events: [], mayHaveMissed: true }
    },
  }
  t.match(await pull({ calendar: silent }), { everything: true, verdicts: { babysitter: 1 } })
  t.ok((await nights()).includes('2026-11-21 Kim (locked)'))

  const gone = await eventId('2026-11-22')
  await control.removeEvent('family', gone)
  const there = async () => {
    const { events, nextSyncToken } = await calendar.listChanges('family', { syncToken: null })
    return { events: events.filter(event => event.eventId !== gone), nextSyncToken }
  }
  const listsAll: CalendarPort = {
    ...calendar,
    remembersRemoved: false,
    listChanges: there,
    listOurEvents: async () => (await there()).events,
    getEvent: async () => null,
  }
  t.match(await pull({ calendar: listsAll }), { everything: true, gone: 1 }, 'not what is gone')
})

t.test('inserts an event again that no longer exists', async t => {
  const { control, eventId, events, pull, push, remove, state } = await livingCalendar(t)
  await remove('2026-11-21')
  await control.advanceClock({ hours: 24 * 40 })
  await control.expireSyncTokens()
  const path = `/events/${await eventId('2026-11-21')}$`
  await control.fail({ method: 'GET', path, status: 404, reason: 'notFound', count: 1 })
  t.match(await pull(), { gone: 1, verdicts: { echo: 5 } })
  t.equal(await state('2026-11-21'), 'deleted')
  await push()
  t.equal((await events()).length, 6)
  t.match(await pull(), { gone: 0 })
  sameParts(t, await push(), { calls: [] })
})

t.test('leaves any other failure to the next pull', async t => {
  const { control, edit, notices, pull, sync } = await livingCalendar(t)
  const before = await sync()
  await edit('2026-11-21', { summary: '[Kim]' })
  for (const [status, reason] of [
    [500, 'backendError'],
    [429, 'rateLimitExceeded'],
    [403, 'rateLimitExceeded'],
  ] as const) {
    await control.fail({ path: '/events$', status, reason, count: 1 })
    t.ok((await failure(pull())) instanceof CalendarError)
  }
  t.same([await sync(), await notices()], [before, []])
  t.match(await pull(), { verdicts: { babysitter: 1 } })
})

t.test('reads nothing without a selected calendar', async t => {
  const { db, pull } = await livingCalendar(t)
  await db.deleteFrom('calendar_settings').execute()
  sameParts(t, await pull(), { calls: [], everything: false, verdicts: {} })
})
