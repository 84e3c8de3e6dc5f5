import {
  announceChannel,
  confirmChannel,
  findChannels,
  learnResource,
  readChannels,
  retireChannel,
  stopChannel,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import { sql } from 'kysely'
import t from 'tap'
import { plain } from '../plain.ts'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const confirmed = { resourceId: 'resource', expiration: now.add({ hours: 168 }) }

function announced(channelId: string, calendarId = 'family') {
  const address = 'https://night.example/api/webhook/calendar'
  return { channelId, calendarId, tokenHash: `hash of ${channelId}`, address }
}

async function findChannel(db: Database, channelId: string) {
  return (await findChannels(db, [channelId])).get(channelId)
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
  for (const channelId of ['two', '{"a",b}']) await announceChannel(db, announced(channelId))
  await stopChannel(db, 'two')
  const found = await findChannels(db, ['one', 'two', '{"a",b}', 'none', "é'; --", ''])
  t.same([...found.keys()].toSorted(), ['one', 'two', '{"a",b}'])
  t.match(found.get('two'), { channelId: 'two', state: 'stopped' })
  t.equal((await findChannels(db, [])).size, 0)
})

t.test('it lives, is replaced and is stopped, and no late answer brings it back', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  await confirmChannel(db, 'one', confirmed)
  t.match(plain(await findChannel(db, 'one')), { ...Object(plain(confirmed)), state: 'live' })
  await announceChannel(db, announced('two'))
  t.same(await states(db), ['two pending', 'one live'], 'the newest first')
  await confirmChannel(db, 'two', confirmed)
  await retireChannel(db, 'one', now)
  t.match(plain(await findChannel(db, 'one')), { state: 'retired', retiredAt: now.toString() })
  await stopChannel(db, 'one')
  t.same(await states(db), ['two live'])
  t.match(await findChannel(db, 'one'), { state: 'stopped' }, 'but it is still known')
  await confirmChannel(db, 'one', confirmed)
  await retireChannel(db, 'one', now)
  t.match(await findChannel(db, 'one'), { state: 'stopped' })
  await confirmChannel(db, 'none', confirmed)
  await announceChannel(db, announced('three', 'other'))
  t.same(await states(db, 'family'), ['two live'])
  t.same(await states(db), ['three pending', 'two live'])
  const live = sql`update notification_channels set state = 'live'`
  await t.rejects(live.execute(db), { code: '23514' })
})

t.test('its first message tells its resource, once, and only until it is confirmed', async t => {
  const { db } = await testDatabase(t)
  await announceChannel(db, announced('one'))
  await learnResource(db, 'one', 'resource')
  await learnResource(db, 'one', 'another')
  t.match(await findChannel(db, 'one'), { state: 'pending', resourceId: 'resource' })
  await confirmChannel(db, 'one', { ...confirmed, resourceId: 'confirmed' })
  await learnResource(db, 'one', 'another')
  t.match(await findChannel(db, 'one'), { state: 'live', resourceId: 'confirmed' })

  await announceChannel(db, announced('two'))
  await stopChannel(db, 'two')
  await learnResource(db, 'two', 'resource')
  t.match(await findChannel(db, 'two'), { resourceId: null }, 'not of one that is stopped')
  await learnResource(db, 'none', 'resource')
})
