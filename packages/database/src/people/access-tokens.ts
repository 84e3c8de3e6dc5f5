import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import type { Member } from './members.ts'

/** The most access tokens of one person. */
export const mostAccessTokens = 20

/**
 * What a program with a token may do: read everything that its person reads, or change it too; `calendar`: nothing but
 * read and change the calendar of this installation, as a calendar app does.
 */
export type TokenScope = 'read' | 'write' | 'calendar'

/** A personal access token, as its own person sees it in a list. */
export interface AccessToken {
  id: bigint
  /** What its person calls it. */
  name: string
  scope: TokenScope
  createdAt: Temporal.Instant
  lastUsedAt: Temporal.Instant | null
}

/** A token with the account of its person. */
export interface AccessTokenRecord
  extends AccessToken, Pick<Member, 'email' | 'invited' | 'parent'> {
  subject: string
  /** The language that the person reads; null: the household's. */
  language: string | null
}

const columns = [
  'access_tokens.id',
  'access_tokens.name',
  'access_tokens.scope',
  'access_tokens.created_at as createdAt',
  'access_tokens.last_used_at as lastUsedAt',
] as const

/**
 * Keeps the digest of a new token. Call it under the household's lock, so that two at once stay below the limit.
 * @returns false when the person has as many as they may
 */
export async function createAccessToken(
  trx: Transaction,
  token: {
    tokenHash: string
    email: string
    name: string
    scope: TokenScope
    now: Temporal.Instant
  },
) {
  const { tokenHash, email, name, scope, now } = token
  if ((await readAccessTokens(trx, email)).length >= mostAccessTokens) return false
  await trx
    .insertInto('access_tokens')
    .values({ token_hash: tokenHash, email, name, scope, created_at: now })
    .execute()
  return true
}

/** The tokens of a person, the newest first. */
export async function readAccessTokens(q: Queryable, email: string): Promise<AccessToken[]> {
  return q
    .selectFrom('access_tokens')
    .select(columns)
    .where('email', '=', email)
    .orderBy('id', 'desc')
    .execute()
}

/**
 * The token of this digest and the account of its person; undefined when it is unknown or revoked. A lookup by digest
 * takes as long for a nearly right guess as for any other (ASVS 5.0 11.2.4).
 */
export async function findAccessToken(q: Queryable, tokenHash: string) {
  return q
    .selectFrom('access_tokens')
    .innerJoin('accounts', 'accounts.email', 'access_tokens.email')
    .select([...columns, 'accounts.email', 'accounts.subject'])
    .select(['accounts.parent', 'accounts.language'])
    .select(eb => eb('accounts.invited_at', 'is not', null).$castTo<boolean>().as('invited'))
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
}

/** Whether the token is not revoked. */
export async function isAccessToken(q: Queryable, id: bigint): Promise<boolean> {
  const row = await q
    .selectFrom('access_tokens')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Notes that a token was used at `now`. A clock that was behind takes nothing back. */
export async function touchAccessToken(q: Queryable, id: bigint, now: Temporal.Instant) {
  await q
    .updateTable('access_tokens')
    .set({ last_used_at: sql`greatest(last_used_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Ends a token of this person for good. @returns what it was; undefined when the person has none such */
export async function revokeAccessToken(
  q: Queryable,
  { id, email }: { id: bigint; email: string },
): Promise<Pick<AccessToken, 'name' | 'scope'> | undefined> {
  return q
    .deleteFrom('access_tokens')
    .where('id', '=', id)
    .where('email', '=', email)
    .returning(['name', 'scope'])
    .executeTakeFirst()
}

/** Ends every token of this person. */
export async function revokeAccessTokensOf(q: Queryable, email: string) {
  await q.deleteFrom('access_tokens').where('email', '=', email).execute()
}
