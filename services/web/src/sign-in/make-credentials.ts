import type { Transaction } from '@night-routine/database/connection'
import { createIdentity, createPasskey, hasIdentities } from '@night-routine/database/credentials'
import { findAccount, letIn } from '@night-routine/database/people'
import { recordAccountChange } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { WebContext } from '../plugins/context.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { readInvitation } from './invitation.ts'
import type { NewPasskey } from './passkeys.ts'
import { isSetUpCode } from '../plugins/set-up-code.ts'

/** With what a person signs in from then on. */
export type Credential = { passwordHash: string } | { passkey: NewPasskey }

/** What vouches for a new person. */
export type Admission = { invitation: string } | { setUpCode: string }

/** Why no account was made; takes everything back. */
export class AccountNotMade extends Error {
  /**
   * `taken`: the address has an account, here or in the household. `no-admission`: the invitation, or the code, counts
   * no more or never did. `not-listed`: the address is not on this installation's list.
   */
  readonly reason: 'taken' | 'no-admission' | 'not-listed'

  constructor(reason: AccountNotMade['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Makes the account of a person: the first one with the set-up code, everyone else with an invitation, which the
 * sign-in in the same transaction spends. An invitation never gives away an address that somebody in the household has.
 * Call it under the household's lock: two browsers with the code must not both be first.
 * @param id of the new identity
 * @param email folded
 * @throws AccountNotMade
 */
export async function makeIdentity(
  trx: Transaction,
  { keys, clock, mayEnter, anybodyMayEnter }: WebContext,
  {
    id,
    email,
    admission,
    credential,
    network,
  }: { id: string; email: string; admission: Admission; credential: Credential; network: string },
): Promise<void> {
  const now = clock.now()
  if ('setUpCode' in admission) {
    if ((await hasIdentities(trx)) || !isSetUpCode(keys, admission.setUpCode))
      throw new AccountNotMade('no-admission')
    if (anybodyMayEnter && !mayEnter(email)) throw new AccountNotMade('not-listed')
  } else {
    const found = await readInvitation(trx, { token: admission.invitation, now, mayEnter })
    if (found?.state !== 'open') throw new AccountNotMade('no-admission')
    if ((await findAccount(trx, email)) !== undefined) throw new AccountNotMade('taken')
  }
  const password = 'passwordHash' in credential ? { passwordHash: credential.passwordHash } : {}
  if (!(await createIdentity(trx, { id, email, ...password }, now)))
    throw new AccountNotMade('taken')
  if (
    'passkey' in credential &&
    !(await createPasskey(trx, { ...credential.passkey, identity: id }, now))
  )
    throw new LocalizedHttpError(409, message('identity.passkey.invalid'))
  if ('setUpCode' in admission) await letIn(trx, email, now)
  await recordAccountChange(trx, { action: 'account-made', email, by: email, now, network })
}
