import type { Queryable, Transaction } from '../connection/connect.ts'
import { seal, unseal, unsealIfKeyed, unreadable, type TokenKeys } from '../connection/sealed.ts'

/** A browser that receives push messages: what `PushSubscription.toJSON()` returns there. */
export interface PushSubscriptionToSave {
  endpoint: string
  p256dh: string
  auth: string
}

export interface StoredPushSubscription extends PushSubscriptionToSave {
  id: bigint
  email: string
  /** Digest of the session that subscribed, which may have expired since; null before 0004. */
  session: string | null
  /** A word or two for the browser and its system; null when unknown. */
  device: string | null
  createdAt: Temporal.Instant
}

/** So many browsers a person may subscribe; another one ends the oldest. */
const mostSubscriptions = 20

/** The key pair that identifies this installation to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const privateKeyData = 'push_keys.1.private_key'

/**
 * The key pair of this installation; undefined before the first one.
 * @throws TokenUnreadableError when none of the keys opens it
 */
export async function readPushKeys(q: Queryable, keys: TokenKeys): Promise<PushKeys | undefined> {
  const row = await q.selectFrom('push_keys').selectAll().executeTakeFirst()
  return (
    row && {
      publicKey: row.public_key,
      privateKey: unseal(keys, privateKeyData, row.private_key),
    }
  )
}

/**
 * The key pair of this installation, or `made` if there is none yet, or none that can be opened. Subscriptions
 * belong to one pair, so those of a lost pair are deleted.
 */
export async function keepPushKeys(
  trx: Transaction,
  keys: TokenKeys,
  made: PushKeys,
): Promise<PushKeys> {
  const sealed = seal(keys, privateKeyData, made.privateKey)
  const saved = { public_key: made.publicKey, private_key: sealed }
  await trx
    .insertInto('push_keys')
    .values(saved)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const stored = await trx.selectFrom('push_keys').selectAll().forUpdate().executeTakeFirstOrThrow()
  const privateKey = unsealIfKeyed(keys, privateKeyData, stored.private_key)
  if (privateKey !== unreadable) return { publicKey: stored.public_key, privateKey }
  await trx.updateTable('push_keys').set(saved).execute()
  await trx.deleteFrom('push_subscriptions').execute()
  return made
}

/**
 * Saves a browser's subscription. A browser has one subscription, so one that another person used there before
 * is theirs no longer.
 */
export async function savePushSubscription(
  q: Queryable,
  subscription: PushSubscriptionToSave &
    Partial<Pick<StoredPushSubscription, 'session' | 'device'>> & {
      email: string
      now: Temporal.Instant
    },
) {
  const { email, endpoint, p256dh, auth, session = null, device = null, now } = subscription
  const saved = { email, endpoint, p256dh, auth, session, device, created_at: now }
  await q
    .insertInto('push_subscriptions')
    .values(saved)
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(saved))
    .execute()
  // The one that the browser lost.
  await q
    .deleteFrom('push_subscriptions')
    .where('session', '=', session)
    .where('endpoint', '<>', endpoint)
    .execute()
  await q
    .deleteFrom('push_subscriptions')
    .where('id', 'in', eb =>
      eb
        .selectFrom('push_subscriptions')
        .select('id')
        .where('email', '=', email)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .offset(mostSubscriptions),
    )
    .execute()
}

/**
 * Replaces a subscription of this person with the one that their browser renewed. It keeps its id, so that a message
 * that waits for the browser still arrives.
 * @param replaces the last endpoint; undefined where the browser no longer knows it: that of its session
 * @returns false, and changes nothing, when the person has none there
 */
export async function renewPushSubscription(
  trx: Transaction,
  renewed: PushSubscriptionToSave & { replaces?: string; email: string; session: string },
) {
  const { replaces, email, session, endpoint, p256dh, auth } = renewed
  const known = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where(eb =>
      replaces === undefined ? eb('session', '=', session) : eb('endpoint', '=', replaces),
    )
    .where('email', '=', email)
    .forUpdate()
    .executeTakeFirst()
  if (known === undefined) return false
  // The page may have saved the new one before.
  await trx
    .deleteFrom('push_subscriptions')
    .where('endpoint', '=', endpoint)
    .where('id', '<>', known.id)
    .execute()
  await trx
    .updateTable('push_subscriptions')
    .set({ endpoint, p256dh, auth })
    .where('id', '=', known.id)
    .execute()
  return true
}

/** The subscriptions of one person, or of everyone, oldest first. */
export async function readPushSubscriptions(q: Queryable, email?: string) {
  return q
    .selectFrom('push_subscriptions')
    .select(['id', 'email', 'endpoint', 'p256dh', 'auth', 'session', 'device'])
    .select('created_at as createdAt')
    .$if(email !== undefined, query => query.where('email', '=', String(email)))
    .orderBy('id')
    .execute()
}

/** Deletes a subscription of this person by its id. */
export async function deletePushSubscription(
  q: Queryable,
  { id, email }: { id: bigint; email: string },
) {
  await q.deleteFrom('push_subscriptions').where('id', '=', id).where('email', '=', email).execute()
}

/** Gives a browser's subscriptions to the session that replaces its last one, if it is the same person's. */
export async function movePushSubscriptions(
  q: Queryable,
  { from, to, email }: { from: string; to: string; email: string },
) {
  await q
    .updateTable('push_subscriptions')
    .set({ session: to })
    .where('session', '=', from)
    .where('email', '=', email)
    .execute()
}
