import {
  createIdentity,
  createPasskey,
  findAccount,
  hasIdentities,
  householdTransaction,
  letIn,
  type Transaction,
} from '@night-routine/database'
import { recordAccountChange } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { WebContext } from '../context.ts'
import { SpokenError } from '../plugins/spoken-error.ts'
import { readInvitation } from './invitation.ts'
import type { NewPasskey } from './passkeys.ts'
import { isSetUpCode } from './set-up-code.ts'

/** With what a person signs in from then on. */
export type WayIn = { passwordHash: string } | { passkey: NewPasskey }

/** What vouches for a new person. */
export type Voucher = { invitation: string } | { setUpCode: string }

/** Why no account was made. */
export type NotMade =
  /** The address has an account, here or in the household. */
  | 'taken'
  /** The invitation, or the code, counts no more or never did. */
  | 'no-voucher'
  /** The address is not on this installation's list. */
  | 'not-listed'

type Context = Pick<WebContext, 'lockingDb' | 'keys' | 'clock' | 'mayEnter' | 'anybodyMayEnter'>

/**
 * Makes the account of a person: the first one with the set-up code, everyone else with an invitation, which is spent
 * by the sign-in that follows. An invitation never gives away an address that somebody in the household has.
 * @param id of the new identity
 * @param email folded
 * @returns the id of the identity, or why there is none
 */
export async function makeIdentity(
  context: Context,
  { id, email, voucher, wayIn }: { id: string; email: string; voucher: Voucher; wayIn: WayIn },
): Promise<{ id: string } | { refused: NotMade }> {
  // One at a time: two browsers with the code must not both be first.
  return householdTransaction(context.lockingDb, async trx => {
    const checked =
      'setUpCode' in voucher
        ? await checkFirst(trx, context, { email, code: voucher.setUpCode })
        : await checkInvited(trx, context, { email, token: voucher.invitation })
    if ('refused' in checked) return checked
    const now = context.clock.now()
    const password = 'passwordHash' in wayIn ? { passwordHash: wayIn.passwordHash } : {}
    if (!(await createIdentity(trx, { id, email, ...password, ...checked }, now)))
      return { refused: 'taken' }
    if ('passkey' in wayIn && !(await createPasskey(trx, { ...wayIn.passkey, identity: id }, now)))
      // Takes everything back.
      throw new SpokenError(409, message('identity.passkey.invalid'))
    if ('setUpCode' in voucher) await letIn(trx, email, now)
    await recordAccountChange(trx, { action: 'account-made', email, by: email, now })
    return { id }
  })
}

async function checkFirst(
  trx: Transaction,
  { keys, anybodyMayEnter, mayEnter }: Context,
  { email, code }: { email: string; code: string },
): Promise<{ refused: NotMade } | { invitation: null }> {
  if ((await hasIdentities(trx)) || !isSetUpCode(keys, code)) return { refused: 'no-voucher' }
  return anybodyMayEnter && !mayEnter(email) ? { refused: 'not-listed' } : { invitation: null }
}

async function checkInvited(
  trx: Transaction,
  { clock, mayEnter }: Context,
  { email, token }: { email: string; token: string },
): Promise<{ refused: NotMade } | { invitation: bigint }> {
  const found = await readInvitation(trx, { token, now: clock.now(), mayEnter })
  if (found?.state !== 'open') return { refused: 'no-voucher' }
  const isTaken = (await findAccount(trx, email)) !== undefined
  return isTaken ? { refused: 'taken' } : { invitation: found.id }
}
