import type { Channel } from '@night-routine/database/calendar'
import { followState } from '@night-routine/calendar-sync'
import t from 'tap'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')

function channel(changes: Partial<Channel>): Channel {
  return {
    id: 1n,
    channelId: 'one',
    calendarId: 'family',
    resourceId: 'resource',
    tokenHash: '',
    address: 'https://routine.example.org/api/webhook/calendar',
    expiration: now.add({ hours: 24 }),
    state: 'live',
    retiredAt: null,
    createdAt: now,
    ...changes,
  }
}

t.test('returns how changes in the calendar reach us', async t => {
  const facts = { calendarId: 'family', address: 'https://routine.example.org', now }
  const state = (...channels: Partial<Channel>[]) =>
    followState({ ...facts, channels: channels.map(channel) })
  t.equal(followState({ ...facts, calendarId: null, channels: [channel({})] }), 'none')
  t.equal(state({}), 'live')
  t.equal(state(), 'polling')
  t.equal(state({ state: 'pending', expiration: null }), 'polling')
  t.equal(state({ state: 'retired' }), 'polling')
  t.equal(state({ calendarId: 'other' }), 'polling')
  t.equal(state({ expiration: now }), 'polling', 'expired')
  t.equal(state({ expiration: now }, {}), 'live')
})
