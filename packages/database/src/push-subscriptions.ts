import type { Queryable, Transaction } from './connect.ts'
import { seal, unseal, unsealIfKeyed, unreadable, type Place, type TokenKeys } from './sealed.ts'

/** A browser that receives push messages: what `PushSubscription.toJSON()` returns there. */
export interface PushSubscriptionToSave {
  endpoint: string
  p256dh: string
  auth: string
}

export interface StoredPushSubscription extends PushSubscriptionToSave {
  id: bigint
  email: string
}

/** So many browsers a person may subscribe; another one ends the oldest. */
const mostSubscriptions = 20

/** The key pair that identifies this installation to push services (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

const privateKeyPlace: Place = 'push_keys.1.private_key'

/**
 * The key pair of this installation; undefined before the first one.
 * @throws TokenUnreadableError when none of the keys opens it
 */
export async function readPushKeys(q: Queryable, keys: TokenKeys): Promise<PushKeys | undefined> {
  const row = await q.selectFrom('push_keys').selectAll().executeTakeFirst()
  return (
    row && {
      publicKey: row.public_key,
      privateKey: unseal(keys, privateKeyPlace, row.private_key),
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
  const sealed = seal(keys, privateKeyPlace, made.privateKey)
  const saved = { public_key: made.publicKey, private_key: sealed }
  await trx
    .insertInto('push_keys')
    .values(saved)
    .onConflict(conflict => conflict.doNothing())
    .execute()
  const stored = await trx.selectFrom('push_keys').selectAll().forUpdate().executeTakeFirstOrThrow()
  const privateKey = unsealIfKeyed(keys, privateKeyPlace, stored.private_key)
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
  {
    email,
    now,
    ...subscription
  }: PushSubscriptionToSave & { email: string; now: Temporal.Instant },
): Promise<void> {
  const saved = { email, ...subscription, created_at: now }
  await q
    .insertInto('push_subscriptions')
    .values(saved)
    .onConflict(conflict => conflict.column('endpoint').doUpdateSet(saved))
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

/** The subscriptions of one person, or of everyone, oldest first. */
export async function readPushSubscriptions(
  q: Queryable,
  email?: string,
): Promise<StoredPushSubscription[]> {
  return q
    .selectFrom('push_subscriptions')
    .select(['id', 'email', 'endpoint', 'p256dh', 'auth'])
    .$if(email !== undefined, query => query.where('email', '=', String(email)))
    .orderBy('id')
    .execute()
}

/** Deletes a subscription by its id, or a person's by its endpoint. */
export async function deletePushSubscription(
  q: Queryable,
  which: { id: bigint } | { email: string; endpoint: string },
): Promise<void> {
  const query = q.deleteFrom('push_subscriptions')
  await (
    'id' in which
      ? query.where('id', '=', which.id)
      : query.where('email', '=', which.email).where('endpoint', '=', which.endpoint)
  ).execute()
}
