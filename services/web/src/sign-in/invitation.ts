import { raiseNotice } from '@night-routine/database/calendar'
import type { Queryable, Transaction } from '@night-routine/database/connection'
import {
  admitInvited,
  findMember,
  findInvitation,
  spendInvitation,
  type Member,
  type Invitation,
  type InvitationState,
} from '@night-routine/database/people'
import { planJoined, type ChannelId } from '@night-routine/notifications'
import type { WebContext } from '../plugins/context.ts'
import { isToken, tokenHash } from '../plugins/session.ts'

/** Why an invitation cannot be accepted; `unknown` if this link has no invitation. */
export type InvitationRefusal = Exclude<InvitationState, 'open'> | 'unknown'

/** Why a person is turned away. */
export type Refusal = 'stranger' | 'in-use' | 'other-account' | InvitationRefusal

/**
 * Whether a person may come in: `known` because the list has the address or they accepted an invitation before,
 * else by the invitation they bring. Someone who is in already cannot spend another person's invitation.
 */
export function mayComeIn(facts: {
  listed: boolean
  account: Pick<Member, 'invited'> | undefined
  invitation: string | undefined
}): 'known' | 'stranger' | 'in-use' | { invitation: string } {
  const { listed, account, invitation } = facts
  const isKnown = listed || account?.invited === true
  if (invitation === undefined) return isKnown ? 'known' : 'stranger'
  return isKnown && account !== undefined ? 'in-use' : { invitation }
}

/**
 * The invitation of a link, with its state at `now`; undefined when there is none. It counts as revoked when the
 * person who made it may no longer come in, because an operator took them off the list.
 */
export async function readInvitation(
  q: Queryable,
  { token, now, mayEnter }: { token: string; now: Temporal.Instant } & Pick<WebContext, 'mayEnter'>,
): Promise<(Invitation & { state: InvitationState }) | undefined> {
  if (!isToken(token)) return undefined
  const found = await findInvitation(q, tokenHash(token), now)
  if (found?.state !== 'open' || mayEnter(found.createdBy)) return found
  const maker = await findMember(q, found.createdBy)
  return maker?.invited === true ? found : { ...found, state: 'revoked' }
}

/**
 * Spends an invitation, lets the account in as the parent it names, and tells the others. Two people with one link are served one
 * after the other, by the lock on its row.
 * @returns why it cannot be accepted; null when it was
 */
export async function acceptInvitation(
  trx: Transaction,
  {
    email,
    setUp,
    ...link
  }: Parameters<typeof readInvitation>[1] & { email: string; setUp: readonly ChannelId[] },
): Promise<InvitationRefusal | null> {
  const { now } = link
  const found = await readInvitation(trx, link)
  if (found === undefined) return 'unknown'
  if (found.state !== 'open') return found.state
  if (await spendInvitation(trx, { id: found.id, email, now })) {
    await admitInvited(trx, { email, parent: found.parent, now })
    const data = { joined: email, joinedAs: found.parent }
    await raiseNotice(trx, { kind: 'joined', night: null, data }, now)
    await planJoined(trx, { email, setUp, now })
    return null
  }
  const ended = await readInvitation(trx, link)
  return ended === undefined || ended.state === 'open' ? 'unknown' : ended.state
}
