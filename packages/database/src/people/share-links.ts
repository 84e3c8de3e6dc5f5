import { sql } from 'kysely'
import type { Queryable } from '../connection/connect.ts'

/** A share link: anyone who has it may read the calendar feed and the share page. */
export interface ShareLink {
  id: bigint
  createdBy: string
  createdAt: Temporal.Instant
  lastUsedAt: Temporal.Instant | null
}

/** Keeps the digest of a new link; the link itself is never stored. */
export async function createShareLink(
  q: Queryable,
  { tokenHash, createdBy, now }: { tokenHash: string; createdBy: string; now: Temporal.Instant },
): Promise<void> {
  await q
    .insertInto('share_links')
    .values({ token_hash: tokenHash, created_by: createdBy, created_at: now })
    .execute()
}

/** The links that work, the newest first. */
export async function readShareLinks(q: Queryable): Promise<ShareLink[]> {
  return liveTokens(q).orderBy('id', 'desc').execute()
}

/** The link of this digest; undefined when it is unknown or revoked. */
export async function findShareLink(
  q: Queryable,
  tokenHash: string,
): Promise<ShareLink | undefined> {
  return liveTokens(q).where('token_hash', '=', tokenHash).executeTakeFirst()
}

/** Notes that a link was used at `now`. A clock that was behind takes nothing back. */
export async function touchShareLink(
  q: Queryable,
  id: bigint,
  now: Temporal.Instant,
): Promise<void> {
  await q
    .updateTable('share_links')
    .set({ last_used_at: sql`greatest(last_used_at, ${now}::timestamptz)` })
    .where('id', '=', id)
    .execute()
}

/** Ends a link for good. @returns false when it is unknown or already revoked */
export async function revokeShareLink(
  q: Queryable,
  id: bigint,
  now: Temporal.Instant,
): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('share_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

// A lookup by digest takes as long for a nearly right guess as for any other (ASVS 5.0 11.2.4).
function liveTokens(q: Queryable) {
  return q
    .selectFrom('share_links')
    .select(['id', 'created_by as createdBy', 'created_at as createdAt'])
    .select('last_used_at as lastUsedAt')
    .where('revoked_at', 'is', null)
}
