import type { Queryable, Transaction } from '../connection/connect.ts'
import type { ParentId } from '@night-routine/fairness'

/** How long an invitation can be accepted. */
const invitationDays = 7

/** The most open invitations at a time. */
export const mostInvitations = 10

/** An invitation by link: the first person to accept it may sign in from then on. */
export interface Invitation {
  id: bigint
  /** Which parent the person will be. */
  parent: ParentId
  createdBy: string
  expiresAt: Temporal.Instant
}

/** Whether an invitation can be accepted, or why not. */
export type InvitationState = 'open' | 'used' | 'revoked' | 'expired'

/**
 * Keeps the digest of a new link; the link itself is never stored. Call it under the household lock.
 * @returns false, and stores nothing, when `mostInvitations` are open
 */
export async function createInvitation(
  trx: Transaction,
  invitation: { tokenHash: string; parent: ParentId; createdBy: string; now: Temporal.Instant },
) {
  const { now } = invitation
  if ((await readInvitations(trx, now)).length >= mostInvitations) return false
  await trx
    .insertInto('invitations')
    .values({
      token_hash: invitation.tokenHash,
      parent: invitation.parent,
      created_by: invitation.createdBy,
      created_at: now,
      expires_at: now.add({ hours: invitationDays * 24 }),
    })
    .execute()
  return true
}

/** The invitations that can be accepted at `now`, the newest first. */
export async function readInvitations(q: Queryable, now: Temporal.Instant): Promise<Invitation[]> {
  return q
    .selectFrom('invitations')
    .select(['id', 'parent', 'created_by as createdBy', 'expires_at as expiresAt'])
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('id', 'desc')
    .execute()
}

/** The invitation of this digest, with its state at `now`; undefined when there is none. */
export async function findInvitation(
  q: Queryable,
  tokenHash: string,
  now: Temporal.Instant,
): Promise<(Invitation & { state: InvitationState }) | undefined> {
  const row = await q
    .selectFrom('invitations')
    .select(['id', 'parent', 'created_by as createdBy', 'expires_at as expiresAt'])
    .select(['accepted_at as acceptedAt', 'revoked_at as revokedAt'])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const { acceptedAt, revokedAt, ...invitation } = row
  const isOver = Temporal.Instant.compare(now, row.expiresAt) >= 0
  const ended = isOver ? 'expired' : 'open'
  const state = acceptedAt !== null ? 'used' : revokedAt !== null ? 'revoked' : ended
  return { ...invitation, state }
}

/** Spends an open invitation. @returns false when it cannot be accepted any more */
export async function spendInvitation(
  trx: Transaction,
  { id, email, now }: { id: bigint; email: string; now: Temporal.Instant },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: email })
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

function revoke(q: Queryable, now: Temporal.Instant) {
  return q
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
}

/** Ends an invitation that no one has accepted. @returns false when there is none to end */
export async function revokeInvitation(q: Queryable, id: bigint, now: Temporal.Instant) {
  const { numUpdatedRows } = await revoke(q, now).where('id', '=', id).executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/** Ends the open invitations that a person made. */
export async function revokeInvitationsOf(trx: Transaction, email: string, now: Temporal.Instant) {
  await revoke(trx, now).where('created_by', '=', email).execute()
}

/** Days after its end for which the page of a link can still say what happened to it. */
const rememberedDays = 90

/** Deletes invitations that ended long before `now`. */
export async function deleteOldInvitations(q: Queryable, now: Temporal.Instant) {
  const before = now.subtract({ hours: rememberedDays * 24 })
  await q.deleteFrom('invitations').where('expires_at', '<=', before).execute()
}
