import type { Transaction } from '@night-routine/database/connection'
import {
  createCredentials,
  createPasskey,
  hasCredentials,
} from '@night-routine/database/credentials'
import { findMember, letIn } from '@night-routine/database/people'
import { recordMemberChange } from '@night-routine/household'
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
export class CredentialsNotMade extends Error {
  /**
   * `taken`: the address has an account, here or in the household. `no-admission`: the invitation, or the code, counts
   * no more or never did. `not-listed`: the address is not on this installation's list.
   */
  readonly reason: 'taken' | 'no-admission' | 'not-listed'

  constructor(reason: CredentialsNotMade['reason']) {
    super(reason)
    this.reason = reason
  }
}

/**
 * Makes the account of a person: the first one with the set-up code, everyone else with an invitation, which the
 * sign-in in the same transaction spends. An invitation never gives away an address that somebody in the household has.
 * Call it under the household's lock: two browsers with the code must not both be first.
 * @param id of the new credentials
 * @param email folded
 * @throws CredentialsNotMade
 */
export async function makeCredentials(
  trx: Transaction,
  context: Pick<WebContext, 'keys' | 'clock' | 'mayEnter' | 'anybodyMayEnter'>,
  made: {
    id: string
    email: string
    admission: Admission
    credential: Credential
    network: string
  },
): Promise<void> {
  const { id, email, admission, credential, network } = made
  const { keys, clock, mayEnter, anybodyMayEnter } = context
  const now = clock.now()
  if ('setUpCode' in admission) {
    if ((await hasCredentials(trx)) || !isSetUpCode(keys, admission.setUpCode))
      throw new CredentialsNotMade('no-admission')
    if (anybodyMayEnter && !mayEnter(email)) throw new CredentialsNotMade('not-listed')
  } else {
    const found = await readInvitation(trx, { token: admission.invitation, now, mayEnter })
    if (found?.state !== 'open') throw new CredentialsNotMade('no-admission')
    if ((await findMember(trx, email)) !== undefined) throw new CredentialsNotMade('taken')
  }
  const password = 'passwordHash' in credential ? { passwordHash: credential.passwordHash } : {}
  if (!(await createCredentials(trx, { id, email, ...password }, now)))
    throw new CredentialsNotMade('taken')
  if (
    'passkey' in credential &&
    !(await createPasskey(trx, { ...credential.passkey, identity: id }, now))
  )
    throw new LocalizedHttpError(409, message('identity.passkey.invalid'))
  if ('setUpCode' in admission) await letIn(trx, email, now)
  await recordMemberChange(trx, { action: 'account-made', email, by: email, now, network })
}
