import {
  admitInvited,
  findInvitation,
  spendInvitation,
  type Account,
  type InvitationState,
  type Transaction,
} from '@night-routine/database'
import { isToken, tokenHash } from '../../session.ts'

/** Why an invitation cannot be accepted; `unknown` if there is none at this link. */
export type InvitationRefusal = Exclude<InvitationState, 'open'> | 'unknown'

/** Why a person is turned away. */
export type Refusal = 'stranger' | 'in-use' | 'other-account' | InvitationRefusal

/**
 * Whether a person may come in: `known` because the list has the address or they accepted an invitation before,
 * else by the invitation they bring. Someone who is in already cannot spend another person's invitation.
 */
export function mayComeIn({
  listed,
  account,
  invitation,
}: {
  listed: boolean
  account: Pick<Account, 'invited'> | undefined
  invitation: string | undefined
}): 'known' | 'stranger' | 'in-use' | { invitation: string } {
  const isKnown = listed || account?.invited === true
  if (invitation === undefined) return isKnown ? 'known' : 'stranger'
  return isKnown && account !== undefined ? 'in-use' : { invitation }
}

/**
 * Spends an invitation, and lets the account in as the parent it names. Two people with one link are served one
 * after the other, by the lock on its row.
 * @returns why it cannot be accepted; null when it was
 */
export async function acceptInvitation(
  trx: Transaction,
  { token, email, now }: { token: string; email: string; now: Temporal.Instant },
): Promise<InvitationRefusal | null> {
  const digest = isToken(token) ? tokenHash(token) : ''
  const found = await findInvitation(trx, digest, now)
  if (found === undefined) return 'unknown'
  if (await spendInvitation(trx, { id: found.id, email, now })) {
    await admitInvited(trx, { email, parent: found.parent, now })
    return null
  }
  const ended = await findInvitation(trx, digest, now)
  return ended === undefined || ended.state === 'open' ? 'unknown' : ended.state
}
