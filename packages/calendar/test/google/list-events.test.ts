import { connectGoogle, type CalendarPort } from '@night-routine/calendar'
import t from 'tap'
import { calendarOf, emulatorFor } from '../emulator.ts'
import { draftOf } from '../contract/subject.ts'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'

const email = 'alex@example.com'
const family = 'family'
const first = Temporal.PlainDate.from('2026-11-20')

function draft(days: number) {
  const eventId = `nr${String(days + 10).padStart(4, '0')}`
  return { ...draftOf(family, first.add({ days }).toString()), eventId }
}

async function connected(t: Parameters<typeof emulatorFor>[0]) {
  const emulator = await emulatorFor(t)
  const calendar = await calendarOf(emulator, email)
  return { calendar, control: emulator.control }
}

async function fill(calendar: CalendarPort, count: number) {
  for (let days = 0; days < count; days += 1) await calendar.insertEvent(family, draft(days))
}

async function lists(control: Awaited<ReturnType<typeof connected>>['control']) {
  const requests = await control.requests()
  return requests
    .filter(({ path, method }) => method === 'GET' && path.endsWith('/events'))
    .map(({ query }) => Object.fromEntries(new URLSearchParams(query)))
}

t.test('reads all pages, even after an empty one', async t => {
  const { calendar, control } = await connected(t)
  await fill(calendar, 7)
  await control.limitPages({ size: 2, emptyFirst: true })
  const all = await calendar.listChanges(family, { syncToken: null })
  t.equal(new Set(all.events.map(({ eventId }) => eventId)).size, 7)
  for (let days = 0; days < 5; days += 1)
    await control.editEvent(family, draft(days).eventId, { summary: `[Robin ${days}]` })
  await control.clearRequests()
  const changed = await calendar.listChanges(family, { syncToken: all.nextSyncToken })
  t.equal(changed.events.length, 5)
  t.equal((await lists(control)).length, 4)
  const ours = await calendar.listOurEvents(family, { from: first })
  t.equal(ours.length, 7)
})

t.test('the first read and later reads have the same parameters', async t => {
  const { calendar, control } = await connected(t)
  await control.clearRequests()
  const { nextSyncToken } = await calendar.listChanges(family, { syncToken: null })
  await calendar.listChanges(family, { syncToken: nextSyncToken })
  const [initial, later] = await lists(control)
  const { syncToken, ...rest } = later ?? {}
  t.equal(syncToken, nextSyncToken)
  t.same(rest, initial)
  t.match(initial, { showDeleted: 'true', singleEvents: 'false', maxResults: '2500' })
  t.match(initial?.fields, /nextPageToken,nextSyncToken,items\(id,etag,status,summary/)
  for (const name of ['timeMin', 'privateExtendedProperty', 'orderBy', 'updatedMin', 'q'])
    t.notOk(name in (initial ?? {}), `${name} would invalidate the next token`)
})

t.test('finds our events from a night on, including removed ones', async t => {
  const { calendar, control } = await connected(t)
  await fill(calendar, 4)
  await control.removeEvent(family, 'nr0012')
  await control.createEvent(family, {
    summary: '[Alex] 🌃👶Routine',
    start: { date: '2026-11-21' },
    end: { date: '2026-11-22' },
  })
  await control.clearRequests()
  const ours = await calendar.listOurEvents(family, { from: first.add({ days: 1 }) })
  t.same(
    ours.map(({ eventId, status }) => `${eventId} ${status}`).toSorted(),
    ['nr0010 confirmed', 'nr0011 confirmed', 'nr0012 cancelled', 'nr0013 confirmed'],
    'one more night because of time zones, and no foreign events',
  )
  const far = await calendar.listOurEvents(family, { from: first.add({ days: 4 }) })
  t.same(
    far.map(({ eventId }) => eventId),
    ['nr0013'],
  )
  t.same(
    (await lists(control)).map(({ privateExtendedProperty, syncToken }) => [
      privateExtendedProperty,
      syncToken,
    ]),
    [
      ['app=night-routine', undefined],
      ['app=night-routine', undefined],
    ],
  )
})

t.test('refuses a response without a next token', async t => {
  const apiRootUrl = await scriptedServer(t, (_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"items":[]}'),
  )
  const calendar = connectGoogle({ apiRootUrl, accessToken: async () => 'token' })
  t.match(await failure(calendar.listChanges(family, { syncToken: null })), {
    class: 'retry',
    reason: 'unavailable',
    message: /no sync token/,
  })
})

t.test('treats any 410 for a sync token as expired', async t => {
  const { calendar, control } = await connected(t)
  const { nextSyncToken: syncToken } = await calendar.listChanges(family, { syncToken: null })
  const gone = { path: 'events$', status: 410, query: 'syncToken=' }
  for (const reason of ['deleted', 'updatedMinTooLongAgo']) {
    await control.fail({ ...gone, reason, count: 1 })
    const { reason: found } = await failure(calendar.listChanges(family, { syncToken }))
    t.equal(found, 'sync-token-expired', reason)
  }
})
