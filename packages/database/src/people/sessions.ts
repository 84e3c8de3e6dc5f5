import type { Queryable } from '../connection/connect.ts'

/** Days after which a session ends: since its last use, and since the sign-in (ASVS 5.0 7.3). */
export const sessionDays = { idle: 30, absolute: 180 } as const

/** The most sessions of one person; another one ends the least recently used one. */
export const mostSessions = 50

/** A signed-in browser. */
export interface Session {
  /** Digest of the cookie: the cookie itself is never stored. */
  tokenHash: string
  email: string
  subject: string
  createdAt: Temporal.Instant
  lastSeenAt: Temporal.Instant
}

/** A session that begins at `now`. */
export interface NewSession extends Pick<Session, 'tokenHash' | 'email' | 'subject'> {
  now: Temporal.Instant
  device?: string | null
}

/** A session as its own person sees it in a list. */
export interface ListedSession extends Omit<Session, 'subject'> {
  id: bigint
  /** A word or two for the browser and its system; null when unknown. */
  device: string | null
}

/** Creates a session at `now`, and ends the least recently used ones of this person beyond `mostSessions`. */
export async function createSession(
  q: Queryable,
  { tokenHash, email, subject, device, now }: NewSession,
) {
  await q
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      email,
      subject,
      device,
      created_at: now,
      last_seen_at: now,
      is_prefixed: true,
    })
    .execute()
  await q
    .deleteFrom('sessions')
    .where('token_hash', 'in', eb =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('email', '=', email)
        // The new one stays, also where a clock that was ahead has left later ones.
        .where('token_hash', 'is distinct from', tokenHash)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(mostSessions - 1),
    )
    .execute()
}

/** Notes that the session was used at `now`. */
export async function touchSession(q: Queryable, tokenHash: string, now: Temporal.Instant) {
  await q
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Notes that the browser keeps the session under the name with the prefix of https. */
export async function prefixSession(q: Queryable, tokenHash: string) {
  await q
    .updateTable('sessions')
    .set({ is_prefixed: true })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends one session; its browser gets no more push messages. */
export async function deleteSession(q: Queryable, tokenHash: string) {
  await q.deleteFrom('push_subscriptions').where('session', '=', tokenHash).execute()
  await q.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** The unexpired sessions of a person, the last used first; the one of `tokenHash` comes before all others. */
export async function readSessionsOf(
  q: Queryable,
  query: {
    email: string
    now: Temporal.Instant
    tokenHash?: string
    limit?: number
    offset?: number
  },
): Promise<ListedSession[]> {
  return q
    .selectFrom('sessions')
    .select(['id', 'token_hash as tokenHash', 'email', 'device'])
    .select(['created_at as createdAt', 'last_seen_at as lastSeenAt'])
    .where('email', '=', query.email)
    .where('last_seen_at', '>', daysBefore(query.now, sessionDays.idle))
    .where('created_at', '>', daysBefore(query.now, sessionDays.absolute))
    .orderBy(eb => eb('token_hash', '=', query.tokenHash ?? ''), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit ?? mostSessions)
    .offset(query.offset ?? 0)
    .execute()
}

/**
 * Ends a session of this person by its number; its browser gets no more push messages.
 * @returns its digest, undefined when the person has none such
 */
export async function endSession(q: Queryable, { id, email }: { id: bigint; email: string }) {
  const row = await q
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('email', '=', email)
    .returning('token_hash as tokenHash')
    .executeTakeFirst()
  if (row === undefined) return undefined
  await deleteSession(q, row.tokenHash)
  return row.tokenHash
}

/** Ends every session of a person but this one (null: every one). Those browsers get no more push messages. */
export async function endOtherSessions(
  q: Queryable,
  { email, tokenHash }: { email: string; tokenHash: string | null },
) {
  // One whose session is not known is among the others.
  const subscriptions = q.deleteFrom('push_subscriptions').where('email', '=', email)
  await (
    tokenHash === null
      ? subscriptions
      : subscriptions.where('session', 'is distinct from', tokenHash)
  ).execute()
  await q
    .deleteFrom('sessions')
    .where('email', '=', email)
    .where('token_hash', 'is distinct from', tokenHash)
    .execute()
}

/** Deletes the sessions that have expired by `now`. @returns how many */
export async function deleteDeadSessions(q: Queryable, now: Temporal.Instant): Promise<number> {
  const { numDeletedRows } = await q
    .deleteFrom('sessions')
    .where(eb =>
      eb.or([
        eb('last_seen_at', '<=', daysBefore(now, sessionDays.idle)),
        eb('created_at', '<=', daysBefore(now, sessionDays.absolute)),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

function daysBefore(now: Temporal.Instant, days: number) {
  return now.subtract({ hours: days * 24 })
}
