import { hash } from 'node:crypto'
import type { Channel } from '@night-routine/database/calendar'
import t from 'tap'
import { isGenuine } from '../../../src/routes/notification/notification.ts'
import { channel, now, token } from '../../channels.ts'

const sent = {
  channelId: 'of the channel found',
  token,
  resourceId: 'resource-of-family',
  resourceState: 'exists',
  resourceUri: 'https://www.googleapis.com/calendar/v3/calendars/family/events',
  messageNumber: '10',
}

t.test('accepts a live channel, and a retired one in its overlap', async t => {
  const accepted: Record<string, Partial<Channel>> = {
    live: {},
    'about to end': { expiration: now.add({ milliseconds: 1 }) },
    retired: { state: 'retired', retiredAt: now.subtract({ hours: 1 }) },
    'not confirmed yet': { state: 'pending', resourceId: null, expiration: null },
    'not confirmed, but its resource is known': { state: 'pending', expiration: null },
  }
  for (const [name, changes] of Object.entries(accepted))
    t.equal(isGenuine(sent, channel(changes), now), true, name)
})

t.test('refuses a channel that has ended, or of another token or resource', async t => {
  const refused: Record<string, Partial<Channel>> = {
    stopped: { state: 'stopped' },
    'at its end': { expiration: now },
    'past its end': { expiration: now.subtract({ hours: 1 }) },
    'retired and past its end': { state: 'retired', expiration: now.subtract({ hours: 1 }) },
    'of another resource': { resourceId: 'resource-of-work' },
    'of another resource, not confirmed': { state: 'pending', resourceId: 'resource-of-work' },
    'of another token': { tokenHash: hash('sha256', 'another') },
    'with an invalid digest': { tokenHash: 'not hexadecimal' },
  }
  for (const [name, changes] of Object.entries(refused))
    t.equal(isGenuine(sent, channel(changes), now), false, name)
  t.equal(isGenuine(sent, undefined, now), false, 'unknown')
})

t.test('refuses any other token', async t => {
  const others = [token.slice(0, -1), `${token}0`, token.toUpperCase(), 'é'.repeat(36), '']
  for (const other of [...others, hash('sha256', token), '0'.repeat(64)])
    t.equal(isGenuine({ ...sent, token: other }, channel(), now), false, other.slice(0, 40))
  const pending = channel({ state: 'pending', resourceId: null, expiration: null })
  t.equal(isGenuine({ ...sent, token: 'x' }, pending, now), false, 'also before it is confirmed')
})
