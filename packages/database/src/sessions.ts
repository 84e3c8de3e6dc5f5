import type { Queryable } from './connect.ts'

/** A signed-in browser. How long it lasts is the reader's rule. */
export interface Session {
  /** Digest of the cookie: the cookie itself is never stored. */
  tokenHash: string
  email: string
  subject: string
  createdAt: Temporal.Instant
  lastSeenAt: Temporal.Instant
}

/** Begins a session at `now`. */
export async function createSession(
  q: Queryable,
  session: Pick<Session, 'tokenHash' | 'email' | 'subject'> & { now: Temporal.Instant },
): Promise<void> {
  const now = session.now.toString()
  await q
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      email: session.email,
      subject: session.subject,
      created_at: now,
      last_seen_at: now,
    })
    .execute()
}

/** The session of this cookie's digest, whatever its age. */
export async function readSession(q: Queryable, tokenHash: string): Promise<Session | undefined> {
  return q
    .selectFrom('sessions')
    .select([
      'token_hash as tokenHash',
      'email',
      'subject',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
    ])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Notes that the session was used at `now`. */
export async function touchSession(
  q: Queryable,
  tokenHash: string,
  now: Temporal.Instant,
): Promise<void> {
  await q
    .updateTable('sessions')
    .set({ last_seen_at: now.toString() })
    .where('token_hash', '=', tokenHash)
    .execute()
}

/** Ends one session. */
export async function deleteSession(q: Queryable, tokenHash: string): Promise<void> {
  await q.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute()
}

/** Ends every session of a person, as when the address leaves the list. */
export async function deleteSessionsOf(q: Queryable, email: string): Promise<void> {
  await q.deleteFrom('sessions').where('email', '=', email).execute()
}
