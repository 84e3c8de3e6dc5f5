import { hash } from 'node:crypto'
import { readChannels } from '@night-routine/database/calendar'
import { waitFor } from '@night-routine/servers'
import t from 'tap'
import { plain } from '@night-routine/testing/household'
import { connected, in6Days, states } from './keeping.ts'

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
  const stored = await db.selectFrom('notification_channels').selectAll().execute()
  const token = received[0]?.token ?? ''
  t.equal(stored[0]?.token_hash, hash('sha256', token))
  t.notOk(JSON.stringify(plain(stored)).includes(token), 'the token itself is not stored')
  t.match(await keep(), { opened: false, stopped: 0 })
  t.same(await calls(), ['watch'], 'another run makes no calls')
  t.equal(await pulls(), 1n)
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
  await waitFor('the change', () => received.length === 3)
  t.match(received.at(-1), { state: 'exists', channelId: second?.id, genuine: true })
})

t.test('a calendar that sends no notifications needs no channel', async t => {
  const { db, calendar, keep, calls } = await connected(t)
  await keep()
  const { notifications: _, ...silent } = calendar
  t.match(await keep({ calendar: silent }), { opened: false, stopped: 1 })
  t.same(await states(db), ['stopped'])
  t.same(await calls(), ['watch'])
})
