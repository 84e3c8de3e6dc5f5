import t from 'tap'
import { reasonOf, eventsOf } from '../calendar-api.ts'
import { listAll } from '../conformance/check.ts'
import { emulatorFor, providerAt } from '../emulator.ts'

const day = (date: number) => ({
  start: { date: `2026-12-0${date}` },
  end: { date: `2026-12-0${date + 1}` },
})

t.test('pages may be short or empty, and nothing is lost or doubled', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  for (const date of [1, 2, 3, 4, 5])
    await eventsOf(provider).insert({ id: `night${date}`, ...day(date) })
  await emulator.control.limitPages({ size: 2, emptyFirst: true })
  const { early, items, pages } = await listAll(provider)
  t.same(
    items.map(({ id }) => id),
    ['night1', 'night2', 'night3', 'night4', 'night5'],
  )
  t.equal(pages, 4)
  t.equal(early, 0)
})

t.test('the last sync token returns a change made between two pages', async t => {
  const provider = await providerAt(await emulatorFor(t))
  const events = eventsOf(provider)
  for (const date of [1, 2, 3]) await events.insert({ id: `night${date}`, ...day(date) })
  const first = await events.list({ maxResults: '2' })
  await events.patch('night1', { summary: 'Changed meanwhile' })
  const pageToken = first.body.nextPageToken ?? ''
  const last = await events.list({ maxResults: '2', pageToken })
  const delta = await events.list({ syncToken: last.body.nextSyncToken ?? '' })
  t.match(delta.body.items, [{ id: 'night1', summary: 'Changed meanwhile' }])
})

t.test('orders', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  await events.insert({ id: 'night1', ...day(3) })
  await events.insert({ id: 'night2', ...day(1) })
  const ids = async (query: Record<string, string>) =>
    (await events.list(query)).body.items?.map(({ id }) => id)
  t.same(await ids({}), ['night1', 'night2'])
  t.same(await ids({ orderBy: 'startTime', singleEvents: 'true' }), ['night2', 'night1'])
  t.equal((await events.list({ orderBy: 'startTime' })).status, 400)
})

t.test('a token that is old, foreign or none', async t => {
  const emulator = await emulatorFor(t)
  const provider = await providerAt(emulator)
  const events = eventsOf(provider)
  const { nextSyncToken: syncToken = '' } = (await events.list()).body
  for (const token of ['nonsense', 'bnVsbA', 'e30']) {
    t.equal(reasonOf(await events.list({ syncToken: token })), 'fullSyncRequired', token)
  }
  const personal = eventsOf({ ...provider, calendarId: 'primary' })
  t.equal((await personal.list({ syncToken })).status, 410, 'of another calendar')
  t.equal((await events.list({ syncToken, singleEvents: 'true' })).status, 400, 'of another shape')
  t.equal((await events.list({ pageToken: 'nonsense' })).status, 400)
  await emulator.control.advanceClock({ days: 29 })
  const later = eventsOf(await providerAt(emulator))
  t.equal(reasonOf(await later.list({ syncToken })), 'fullSyncRequired')
  const updatedMin = '2020-01-01T00:00:00Z'
  t.equal(reasonOf(await later.list({ updatedMin })), 'updatedMinTooLongAgo')
})

t.test('parameters that make no sense: 400', async t => {
  const events = eventsOf(await providerAt(await emulatorFor(t)))
  const table: Record<string, string>[] = [
    { maxResults: '0' },
    { maxResults: 'many' },
    { showDeleted: 'yes' },
    { orderBy: 'title' },
    { timeMin: '2026-12-01' },
    { timeMin: '2026-12-02T00:00:00Z', timeMax: '2026-12-01T00:00:00Z' },
    { privateExtendedProperty: 'app' },
    { fields: 'nonsense' },
  ]
  for (const query of table) t.equal((await events.list(query)).status, 400, JSON.stringify(query))
})
