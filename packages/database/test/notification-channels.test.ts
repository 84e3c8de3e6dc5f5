import {
  announceChannel,
  confirmChannel,
  findChannel,
  readChannels,
  retireChannel,
  stopChannel,
  type Database,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
import { sql } from 'kysely'
import t from 'tap'
import { plain } from './plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const confirmed = { resourceId: 'resource', expiration: now.add({ hours: 168 }) }

function announced(channelId: string, calendarId = 'family') {
  const address = 'https://night.example/api/webhook/calendar'
  return { channelId, calendarId, tokenHash: `hash of ${channelId}`, address }
}

async function states(db: Database, calendarId?: string) {
  return (await readChannels(db, calendarId)).map(({ channelId, state }) => `${channelId} ${state}`)
}

t.test('a channel is known before the provider is asked for it', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  t.match(plain(await findChannel(db, 'one')), {
    id: '1',
    ...announced('one'),
    resourceId: null,
    expiration: null,
    state: 'pending',
    retiredAt: null,
  })
  t.equal(await findChannel(db, 'two'), undefined)
  await t.rejects(announceChannel(db, announced('one')), { code: '23505' }, 'never overwritten')
})

t.test('it lives, is replaced and is stopped', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  t.equal(await confirmChannel(db, 'one', confirmed), true)
  t.match(plain(await findChannel(db, 'one')), { ...Object(plain(confirmed)), state: 'live' })
  await announceChannel(db, announced('two'))
  t.same(await states(db), ['two pending', 'one live'], 'the newest first')
  await confirmChannel(db, 'two', confirmed)
  await retireChannel(db, 'one', now)
  t.match(plain(await findChannel(db, 'one')), { state: 'retired', retiredAt: now.toString() })
  await stopChannel(db, 'one')
  t.same(await states(db), ['two live'])
  t.match(await findChannel(db, 'one'), { state: 'stopped' }, 'but it is still known')
})

t.test('an answer that comes too late does not bring a channel back', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  await stopChannel(db, 'one')
  t.equal(await confirmChannel(db, 'one', confirmed), false)
  await retireChannel(db, 'one', now)
  t.match(await findChannel(db, 'one'), { state: 'stopped' })
  t.equal(await confirmChannel(db, 'none', confirmed), false)
})

t.test('the channels of one calendar', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  await announceChannel(db, announced('two', 'other'))
  t.same(await states(db, 'family'), ['one pending'])
  t.same(await states(db), ['two pending', 'one pending'])
})

t.test('a live channel without what the provider confirmed is refused', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  const live = sql`update notification_channels set state = 'live'`
  await t.rejects(live.execute(db), { code: '23514' })
})
