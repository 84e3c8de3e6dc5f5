import {
  parseSecretKeys,
  transaction,
  type Database,
  type TokenKeys,
} from '@night-routine/database/connection'
import {
  deletePushSubscription,
  keepPushKeys,
  movePushSubscriptions,
  readPushKeys,
  readPushSubscriptions,
  savePushSubscription,
  type PushKeys,
} from '@night-routine/database/notifications'
import {
  bindMember,
  createSession,
  deleteDeadSessions,
  deleteSession,
  endOtherSessions,
  endSession,
  readSessionsOf,
} from '@night-routine/database/people'
import { testDatabase } from '@night-routine/testing/database'
import t from 'tap'

const now = Temporal.Instant.from('2026-11-20T18:00:00Z')
const alex = 'alex@example.com'
const robin = 'robin@example.com'
const made: PushKeys = { publicKey: 'public', privateKey: 'private' }
const other: PushKeys = { publicKey: 'public-2', privateKey: 'private-2' }
const keys = parseSecretKeys(['ab'.repeat(32)])
const lost = parseSecretKeys(['cd'.repeat(32)])

const subscribe = (db: Database, email: string, name: string, seconds = 0) =>
  savePushSubscription(db, {
    email,
    endpoint: `https://push.example/${name}`,
    p256dh: 'p',
    auth: 'a',
    now: now.add({ seconds }),
  })
const keep = (db: Database, sealing: TokenKeys, pair: PushKeys) =>
  transaction(db, trx => keepPushKeys(trx, sealing, pair))

async function people(db: Database) {
  for (const email of [alex, robin]) await bindMember(db, email, email)
}

t.test('the first pair stays, sealed', async t => {
  const { db } = await testDatabase(t)
  t.equal(await readPushKeys(db, keys), undefined)
  t.same(await keep(db, keys, made), made)
  t.same(await keep(db, keys, other), made)
  t.same(await readPushKeys(db, keys), made)
  const { private_key } = await db
    .selectFrom('push_keys')
    .select('private_key')
    .executeTakeFirstOrThrow()
  t.notMatch(private_key, /private/)
})

t.test('a pair that no key opens is replaced, and its subscriptions go', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  await keep(db, keys, made)
  await subscribe(db, alex, 'phone')
  await t.rejects(readPushKeys(db, lost), { name: 'TokenUnreadableError' })
  t.same(await keep(db, lost, other), other)
  t.same(await readPushKeys(db, lost), other)
  t.same(await readPushSubscriptions(db), [])
})

t.test('a browser has one subscription, of who subscribed last', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  await subscribe(db, alex, 'tablet')
  await subscribe(db, robin, 'tablet')
  t.same(
    (await readPushSubscriptions(db)).map(({ email }) => email),
    [robin],
  )
  t.same(await readPushSubscriptions(db, alex), [])
})

t.test('a person has at most twenty; the oldest goes', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  for (let count = 0; count < 22; count += 1) await subscribe(db, alex, String(count), count)
  await subscribe(db, robin, 'phone')
  const kept = await readPushSubscriptions(db, alex)
  t.equal(kept.length, 20)
  t.equal(kept[0]?.endpoint, 'https://push.example/2')
})

t.test('deletes by id, and with an address only that person’s', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  const remaining = async () => (await readPushSubscriptions(db)).map(({ id }) => id)
  await subscribe(db, alex, 'phone')
  const [first = 0n] = await remaining()
  await deletePushSubscription(db, { id: first, email: robin })
  t.same(await remaining(), [first])
  await deletePushSubscription(db, { id: first, email: alex })
  t.same(await remaining(), [])
  await subscribe(db, alex, 'phone')
  const [second = 0n] = await remaining()
  await deletePushSubscription(db, { id: second })
  t.same(await remaining(), [])
})

t.test('ends with the session that subscribed, and moves to the one that replaces it', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  const sessions = [
    [alex, 'desk'],
    [alex, 'phone'],
    [alex, 'tablet'],
    [robin, 'watch'],
  ] as const
  for (const [email, name] of sessions) {
    await createSession(db, { tokenHash: name, email, subject: email, device: name, now })
    const subscription = { endpoint: `https://push.example/${name}`, p256dh: 'p', auth: 'a' }
    await savePushSubscription(db, { email, session: name, device: name, now, ...subscription })
  }
  const devices = async () => (await readPushSubscriptions(db)).map(({ device }) => device)
  await movePushSubscriptions(db, { from: 'watch', to: 'other', email: alex })
  await movePushSubscriptions(db, { from: 'desk', to: 'new-desk', email: alex })
  await deleteSession(db, 'desk')
  t.same(await devices(), ['desk', 'phone', 'tablet', 'watch'], 'it has another session now')
  await deleteSession(db, 'new-desk')
  t.same(await devices(), ['phone', 'tablet', 'watch'])
  const [session] = await readSessionsOf(db, { email: alex, now, tokenHash: 'phone' })
  await endSession(db, { id: session?.id ?? 0n, email: robin })
  t.same(await devices(), ['phone', 'tablet', 'watch'], 'another person’s')
  await endSession(db, { id: session?.id ?? 0n, email: alex })
  t.same(await devices(), ['tablet', 'watch'])
  await endOtherSessions(db, { email: alex, tokenHash: 'none' })
  t.same(await devices(), ['watch'])
  await deleteDeadSessions(db, now.add({ hours: 24 * 31 }))
  t.same(await devices(), ['watch'], 'a session that expires takes no device along')
})

t.test('one whose session is not known ends with all sessions of its person', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  await subscribe(db, alex, 'phone')
  await subscribe(db, robin, 'watch')
  await endOtherSessions(db, { email: alex, tokenHash: null })
  t.match(await readPushSubscriptions(db), [{ email: robin }])
})

t.test('refuses an endpoint without https, and goes with the account', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  const bad = { email: alex, endpoint: 'http://push.example/1', p256dh: 'p', auth: 'a', now }
  await t.rejects(savePushSubscription(db, bad), { code: '23514' })
  await subscribe(db, alex, 'phone')
  await db.deleteFrom('accounts').where('email', '=', alex).execute()
  t.same(await readPushSubscriptions(db), [])
})
