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

t.test('the first pair stays, sealed, until no key opens it', async t => {
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
  await people(db)
  await subscribe(db, alex, 'phone')
  await t.rejects(readPushKeys(db, lost), { name: 'TokenUnreadableError' })
  t.same(await keep(db, lost, other), other)
  t.same(await readPushKeys(db, lost), other)
  t.same(await readPushSubscriptions(db), [])
})

t.test('a browser has one subscription, a person at most twenty', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  const bad = { email: alex, endpoint: 'http://push.example/1', p256dh: 'p', auth: 'a', now }
  await t.rejects(savePushSubscription(db, bad), { code: '23514' }, 'https alone')
  const kept = async (email?: string) =>
    (await readPushSubscriptions(db, email)).map(({ endpoint }) => endpoint.split('/').at(-1))
  for (let count = 0; count < 22; count += 1) await subscribe(db, alex, String(count), count)
  await subscribe(db, robin, '21')
  await subscribe(db, robin, 'phone')
  t.same(await kept(robin), ['21', 'phone'])
  t.same([(await kept(alex)).length, (await kept(alex))[0]], [19, '2'], 'the oldest goes')

  const [{ id } = { id: 0n }, next] = await readPushSubscriptions(db, alex)
  await deletePushSubscription(db, { id, email: robin })
  t.equal((await kept(alex)).length, 19, 'only with the person’s own address')
  await deletePushSubscription(db, { id, email: alex })
  await deletePushSubscription(db, { id: next?.id ?? 0n, email: alex })
  t.equal((await kept(alex)).length, 17)
  await endOtherSessions(db, { email: alex, tokenHash: null })
  t.same(await kept(), ['21', 'phone'], 'without a session they end with all of the person')
  await db.deleteFrom('accounts').where('email', '=', robin).execute()
  t.same(await kept(), [])
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
