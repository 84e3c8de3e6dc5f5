import {
  bindAccount,
  deletePushSubscription,
  keepPushKeys,
  parseSecretKeys,
  readPushKeys,
  readPushSubscriptions,
  savePushSubscription,
  transaction,
  type Database,
  type PushKeys,
  type TokenKeys,
} from '@night-routine/database'
import { testDatabase } from '@night-routine/database/testing'
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
  for (const email of [alex, robin]) await bindAccount(db, email, email)
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
  t.match(await readPushSubscriptions(db), [{ email: robin }])
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

t.test('deletes by id, and by endpoint only for its own person', async t => {
  const { db } = await testDatabase(t)
  await people(db)
  await subscribe(db, alex, 'phone')
  await deletePushSubscription(db, { email: robin, endpoint: 'https://push.example/phone' })
  const [first] = await readPushSubscriptions(db)
  t.ok(first)
  await deletePushSubscription(db, { email: alex, endpoint: 'https://push.example/phone' })
  await subscribe(db, alex, 'phone')
  const [second] = await readPushSubscriptions(db)
  await deletePushSubscription(db, { id: second?.id ?? 0n })
  t.same(await readPushSubscriptions(db), [])
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
