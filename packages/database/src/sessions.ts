import { sql } from 'kysely'
import type { Queryable } from './connect.ts'

/** Days after which a session ends: since its last use, and since the sign-in (ASVS 5.0 7.3). */
export const sessionDays = { idle: 30, absolute: 180 } as const

/** So many sessions a person may have; another one ends the one that was used least recently. */
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

/** A session as its own person sees it in a list. */
export interface ListedSession extends Omit<Session, 'subject'> {
  id: bigint
  /** A word or two for the browser and its system; null when unknown. */
  device: string | null
}

/** Creates a session at `now`, and ends the least recently used ones of this person beyond `mostSessions`. */
export async function createSession(
  q: Queryable,
  session: Pick<Session, 'tokenHash' | 'email' | 'subject'> & {
    now: Temporal.Instant
    device?: string | null
  },
): Promise<void> {
  const { now } = session
  await q
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      email: session.email,
      subject: session.subject,
      created_at: now,
      last_seen_at: now,
      device: session.device ?? null,
    })
    .execute()
  await q
    .deleteFrom('sessions')
    .where('token_hash', 'in', eb =>
      eb
        .selectFrom('sessions')
        .select('token_hash')
        .where('email', '=', session.email)
        // The new one stays, also where a clock that was ahead has left later ones.
        .where('token_hash', '<>', session.tokenHash)
        .orderBy('last_seen_at', 'desc')
        .orderBy('id', 'desc')
        .offset(mostSessions - 1),
    )
    .execute()
}

/** Notes that the session was used at `now`. */
export async function touchSession(
  q: Queryable,
  tokenHash: string,
  now: Temporal.Instant,
): Promise<void> {
  await q
    .updateTable('sessions')
    .set({ last_seen_at: now })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends one session. */
export async function deleteSession(q: Queryable, tokenHash: string): Promise<void> {
  await q.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/**
 * The sessions of a person that count at `now`, the last used first.
 * @param asked.tokenHash of the session that comes before all others
 */
export async function readSessionsOf(
  q: Queryable,
  {
    email,
    now,
    tokenHash = '',
    limit = mostSessions,
    offset = 0,
  }: {
    email: string
    now: Temporal.Instant
    tokenHash?: string
    limit?: number
    offset?: number
  },
): Promise<ListedSession[]> {
  const since = (days: number) => now.subtract({ hours: days * 24 })
  return q
    .selectFrom('sessions')
    .select([
      'id',
      'token_hash as tokenHash',
      'email',
      'device',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('email', '=', email)
    .where(
      sql<boolean>`last_seen_at > ${since(sessionDays.idle)}
      and created_at > ${since(sessionDays.absolute)}`,
    )
    .orderBy(eb => eb('token_hash', '=', tokenHash), 'desc')
    .orderBy('last_seen_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** Ends a session of this person by its number; one of somebody else is not found. @returns its digest */
export async function endSession(
  q: Queryable,
  { id, email }: { id: bigint; email: string },
): Promise<string | undefined> {
  const row = await q
    .deleteFrom('sessions')
    .where('id', '=', id)
    .where('email', '=', email)
    .returning('token_hash as tokenHash')
    .executeTakeFirst()
  return row?.tokenHash
}

/** Ends every session of a person but this one. */
export async function endOtherSessions(
  q: Queryable,
  { email, tokenHash }: Pick<Session, 'email' | 'tokenHash'>,
): Promise<void> {
  await q
    .deleteFrom('sessions')
    .where('email', '=', email)
    .where('token_hash', '<>', tokenHash)
    .execute()
}

/** Forgets the sessions that count no more at `now`. @returns how many */
export async function deleteDeadSessions(q: Queryable, now: Temporal.Instant): Promise<number> {
  const before = (days: number) => now.subtract({ hours: days * 24 })
  const { numDeletedRows } = await q
    .deleteFrom('sessions')
    .where(
      sql<boolean>`last_seen_at <= ${before(sessionDays.idle)}
      or created_at <= ${before(sessionDays.absolute)}`,
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Ends every session of a person, as when the address leaves the list. */
export async function deleteSessionsOf(q: Queryable, email: string): Promise<void> {
  await q.deleteFrom('sessions').where('email', '=', email).execute()
}
