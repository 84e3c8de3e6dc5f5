import { hash } from 'node:crypto'
import { readChannels } from '@night-routine/database/calendar'
import t from 'tap'
import { failure } from '../failure.ts'
import { plain } from '@night-routine/testing/household'
import { connected, in6Days, select, states } from './keeping.ts'

t.test('a selected calendar gets a channel, and a pull for earlier changes', async t => {
  const { db, address, keep, calls, pulls, received, served } = await connected(t)
  t.match(await keep(), { opened: true, stopped: 0 })
  t.same(await calls(), ['watch'])
  const [channel] = await readChannels(db)
  t.match(channel, { state: 'live', calendarId: 'family', address })
  t.match(channel?.channelId, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  t.match(await served(), [{ id: channel?.channelId, resourceId: channel?.resourceId }])
  t.equal(await pulls(), 1n)
  t.match(
    received,
    [{ state: 'sync', genuine: true, known: 'pending' }],
    'its first notification arrived before the response and was recognized',
  )
  t.match(await keep(), { opened: false, stopped: 0 })
  t.same(await calls(), ['watch'], 'another run makes no calls')
  t.equal(await pulls(), 1n)
})

t.test('stores no channel token', async t => {
  const { db, keep, received } = await connected(t)
  await keep()
  const [row] = await db.selectFrom('notification_channels').selectAll().execute()
  const token = received[0]?.token ?? ''
  t.match(token, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  t.equal(row?.token_hash, hash('sha256', token))
  t.notOk(JSON.stringify(plain(row)).includes(token))
})

t.test('opens a new channel before it stops the old one', async t => {
  const { db, control, keep, calls, received, served } = await connected(t)
  await keep()
  const [first] = await readChannels(db)
  await control.clearRequests()
  t.match(await keep({ now: in6Days }), { opened: true, stopped: 1 })
  t.same(await calls(), ['watch', 'stop'])
  t.same(await states(db), ['stopped', 'live'])
  const [second] = await served()
  t.not(second?.id, first?.channelId, 'with a new id')
  await control.createEvent('family', {
    summary: 'Dentist',
    start: { date: '2026-11-20' },
    end: { date: '2026-11-21' },
  })
  while (received.length < 3) await new Promise(resolve => setTimeout(resolve, 10))
  t.match(received.at(-1), { state: 'exists', channelId: second?.id, genuine: true })
})

t.test('accepts notifications of both channels until one is stopped', async t => {
  const { db, calendar, notifications, control, keep, received, served } = await connected(t)
  await keep()
  const stopChannel = async () => {
    await control.createEvent('family', {
      summary: 'Dentist',
      start: { date: '2026-11-20' },
      end: { date: '2026-11-21' },
    })
    while (received.length < 4) await new Promise(resolve => setTimeout(resolve, 10))
    throw new Error('killed')
  }
  await failure(
    keep({
      now: in6Days,
      calendar: { ...calendar, notifications: { ...notifications, stopChannel } },
    }),
  )
  t.same(await states(db), ['retired', 'live'])
  t.ok(received.every(({ genuine }) => genuine))
  t.same(received.map(({ state }) => state).toSorted(), ['exists', 'exists', 'sync', 'sync'])
  t.equal((await served()).length, 2)
  t.match(await keep(), { opened: false, stopped: 1 }, 'the next run stops the old one')
  t.same([await states(db), (await served()).length], [['stopped', 'live'], 1])
})

t.test('another calendar gets a channel, and the previous one is stopped', async t => {
  const { db, control, keep, served } = await connected(t)
  await control.saveCalendar({
    id: 'second',
    summary: 'Second',
    roles: { 'alex@example.com': 'owner' },
  })
  await keep()
  await select(db, 'second')
  t.match(await keep(), { opened: true, stopped: 1 })
  for (const channels of [await served(), await readChannels(db)])
    t.same(
      channels.map(({ calendarId }) => calendarId),
      ['second'],
    )
})

t.test('stops the channel of a calendar that is no longer shared', async t => {
  const { db, control, keep } = await connected(t)
  await keep()
  await control.saveCalendar({ id: 'family', summary: 'Family', roles: {} })
  await select(db, 'alex@example.com')
  t.match(await keep(), { opened: true, stopped: 1 })
  t.same(
    (await readChannels(db)).map(({ calendarId }) => calendarId),
    ['alex@example.com'],
  )
})

t.test('a calendar that sends no notifications needs no channel', async t => {
  const { db, calendar, keep, calls } = await connected(t)
  await keep()
  const { notifications: _, ...silent } = calendar
  t.match(await keep({ calendar: silent }), { opened: false, stopped: 1 })
  t.same(await states(db), ['stopped'])
  t.same(await calls(), ['watch'])
})
