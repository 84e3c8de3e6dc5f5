import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'
import { seal, unreadable, unsealIfKeyed, type TokenKeys } from '../connection/sealed.ts'

/** A share link: anyone who has it may read the calendar feed and the share page. */
export interface ShareLink {
  id: bigint
  createdBy: string
  createdAt: Temporal.Instant
  lastUsedAt: Temporal.Instant | null
  /** Whether it can be shown again, as long as SECRET_KEYS has its key. */
  isKept: boolean
}

const sealedData = (id: bigint) => `share_links.${id}.token` as const

/** Keeps the digest of a new link. @returns its id */
export async function createShareLink(
  q: Queryable,
  { tokenHash, createdBy, now }: { tokenHash: string; createdBy: string; now: Temporal.Instant },
): Promise<bigint> {
  const { id } = await q
    .insertInto('share_links')
    .values({ token_hash: tokenHash, created_by: createdBy, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Keeps the link itself, sealed and bound to its row, so that the person who made it can see it again. */
export async function sealShareLink(
  q: Queryable,
  { keys, id, token }: { keys: TokenKeys; id: bigint; token: string },
) {
  const sealed_token = seal(keys, sealedData(id), token)
  await q.updateTable('share_links').set({ sealed_token }).where('id', '=', id).execute()
}

/**
 * The token of an active link, for the person who made it.
 * @returns null where it cannot be shown again: it is from before 0010, or its key is gone; undefined when this person
 * has made no such link
 */
export async function readShareLinkToken(
  q: Queryable,
  { keys, id, createdBy }: { keys: TokenKeys; id: bigint; createdBy: string },
): Promise<string | null | undefined> {
  const row = await q
    .selectFrom('share_links')
    .select('sealed_token as sealed')
    .where('id', '=', id)
    .where('created_by', '=', createdBy)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (row === undefined) return undefined
  if (row.sealed === null) return null
  const token = unsealIfKeyed(keys, sealedData(id), row.sealed)
  return token === unreadable ? null : token
}

/** The links that work, the newest first. */
export async function readShareLinks(q: Queryable): Promise<ShareLink[]> {
  return liveTokens(q).orderBy('id', 'desc').execute()
}

/** The link of this digest; undefined when it is unknown or revoked. */
export async function findShareLink(q: Queryable, tokenHash: string) {
  return liveTokens(q).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Notes that a link was used at `now`. A clock that was behind takes nothing back. */
export async function touchShareLink(q: Queryable, id: bigint, now: Temporal.Instant) {
  await q
    .updateTable('share_links')
    .set({ last_used_at: sql`greatest(last_used_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Ends a link for good. @returns false when it is unknown or already revoked */
export async function revokeShareLink(q: Queryable, id: bigint, now: Temporal.Instant) {
  const { numUpdatedRows } = await revoke(q, now).where('id', '=', id).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the links that a person made. */
export async function revokeShareLinksOf(q: Queryable, email: string, now: Temporal.Instant) {
  await revoke(q, now).where('created_by', '=', email).execute()
}

function revoke(q: Queryable, now: Temporal.Instant) {
  return q
    .updateTable('share_links')
    .set({ revoked_at: now, sealed_token: null })
    .where('revoked_at', 'is', null)
}

// A lookup by digest takes as long for a nearly right guess as for any other (ASVS 5.0 11.2.4).
function liveTokens(q: Queryable) {
  return q
    .selectFrom('share_links')
    .select(['id', 'created_by as createdBy', 'created_at as createdAt'])
    .select('last_used_at as lastUsedAt')
    .select(eb => eb('sealed_token', 'is not', null).$castTo<boolean>().as('isKept'))
    .where('revoked_at', 'is', null)
}
