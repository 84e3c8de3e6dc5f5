import {
  announceChannel,
  retireChannel,
  stopChannel,
  type Channel,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'
import { channel, headersOf } from './channels.ts'
import { liveChannel, pullsAskedFor, startIngest, storedChannel } from './ingest.ts'

const google = {
  'Content-Type': 'application/json; utf-8',
  'Content-Length': '0',
  'X-Goog-Channel-Expiration': 'Fri, 27 Nov 2026 18:00:00 GMT',
  'User-Agent': 'APIs-Google; (+https://developers.google.com/webmasters/APIs-Google.html)',
}

const ended = (db: Database, { channelId }: Channel) =>
  db
    .updateTable('notification_channels')
    .set({ expiration: Temporal.Now.instant().subtract({ seconds: 1 }).toString() })
    .where('channel_id', '=', channelId)
    .execute()
const retired = (db: Database, { channelId }: Channel) =>
  retireChannel(db, channelId, Temporal.Now.instant())
const nothing = async () => undefined

/** What is sent of a live channel after something happened, and the answer. Each 200 requests as many pulls. */
const table: [
  sent: string,
  answer: number,
  pulls: number,
  headers?: Record<string, string>,
  happens?: (db: Database, of: Channel) => Promise<unknown>,
][] = [
  ['a change, in the bytes of Google', 200, 1],
  ['a channel that works', 200, 0, { 'X-Goog-Resource-State': 'sync' }],
  ['a wrong token', 403, 0, { 'X-Goog-Channel-Token': crypto.randomUUID() }],
  ['an unknown channel', 403, 0, { 'X-Goog-Channel-ID': crypto.randomUUID() }],
  ['another resource', 403, 0, { 'X-Goog-Resource-ID': 'another' }],
  ['a retired channel, in its overlap', 200, 1, {}, retired],
  ['an ended channel', 403, 0, {}, ended],
  ['a stopped channel', 403, 0, {}, (db, { channelId }) => stopChannel(db, channelId)],
]

t.test('answers and acts as the table says', async t => {
  const { db, url } = await testDatabase(t)
  const { send } = await startIngest(t, { DATABASE_URL: url })
  for (const [sent, answer, pulls, headers = {}, happens = nothing] of table) {
    const of = await liveChannel(db)
    await happens(db, of)
    const before = await pullsAskedFor(db)
    t.equal((await send({ ...headersOf(of, headers), ...google })).status, answer, sent)
    t.equal((await pullsAskedFor(db)) - before, pulls, `${sent}: the job request`)
  }
})

t.test('a channel counts from when it is announced, and its first message names it', async t => {
  const { db, url } = await testDatabase(t)
  const { send } = await startIngest(t, { DATABASE_URL: url })
  const fresh = channel({ resourceId: null })
  t.equal((await send(headersOf(fresh))).status, 403)
  await announceChannel(db, fresh)
  t.equal((await send(headersOf(fresh, { 'X-Goog-Resource-State': 'sync' }))).status, 200)
  t.match(await storedChannel(db, fresh.channelId), { resourceId: 'resource-of-family' })
  t.equal((await send(headersOf(fresh, { 'X-Goog-Resource-ID': 'another' }))).status, 403)
})
