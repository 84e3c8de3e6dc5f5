import { householdTransaction, type Queryable } from '@night-routine/database/connection'
import {
  createPasskey,
  findCredentials,
  readCredentialsLink,
  readPasskeys,
  renewCredentials,
  saveSecondFactor,
  type CredentialsLink,
  type CredentialSecrets,
  type Passkey,
} from '@night-routine/database/credentials'
import { endOtherSessions } from '@night-routine/database/people'
import { recordMemberChange } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { WebContext } from '../plugins/context.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import type { Credential } from './make-credentials.ts'

/** Why a link to a new password does not work: it is too old, it or the password has changed since, or it is not ours. */
export type LinkRefusal = 'expired' | 'used' | 'unknown'

/** A link that works. */
export interface OpenLink {
  link: CredentialsLink
  credentials: CredentialSecrets
  passkeys: Passkey[]
  /** Whether the person has never chosen anything to sign in with. */
  isArrival: boolean
  /** Whether its use turns a second factor off: only the operator vouches for that. */
  endsFactor: boolean
  /** Whether it takes a passkey, which counts as both factors: no one else's link gets past the second one. */
  takesPasskey: boolean
}

type Context = Pick<WebContext, 'lockingDb' | 'keys' | 'clock'>

/** What a token opens, or why it opens nothing. */
export async function findLink(
  q: Queryable,
  { keys, clock }: Pick<Context, 'keys' | 'clock'>,
  token: string,
): Promise<OpenLink | { refused: LinkRefusal }> {
  const link = readCredentialsLink(keys, token)
  if (link === undefined) return { refused: 'unknown' }
  if (Temporal.Instant.compare(clock.now(), link.until) >= 0) return { refused: 'expired' }
  const credentials = await findCredentials(q, keys, { id: link.identity })
  if (credentials?.version !== link.version) return { refused: 'used' }
  const passkeys = await readPasskeys(q, credentials.id)
  return {
    link,
    credentials,
    passkeys,
    isArrival: credentials.passwordHash === null && passkeys.length === 0,
    endsFactor: link.by === 'operator' && credentials.mfa,
    takesPasskey: link.by === 'operator' || !credentials.mfa,
  }
}

/**
 * Uses a link up: its person signs in with something new, and every sign-in from before ends. Both parents hear of it.
 * @returns whose it is, or why it does not work
 */
export async function recoverByLink(
  { lockingDb, ...context }: Context,
  token: string,
  { credential, network }: { credential: Credential; network: string },
): Promise<{ email: string } | { refused: LinkRefusal }> {
  return householdTransaction(lockingDb, async trx => {
    const found = await findLink(trx, context, token)
    if ('refused' in found) return found
    const { link, credentials, isArrival, endsFactor } = found
    const { id, email, version } = credentials
    // Somebody else may know the old password, so a passkey takes its place as well.
    const passwordHash = 'passwordHash' in credential ? credential.passwordHash : null
    if (!(await renewCredentials(trx, { id, version, passwordHash }))) return { refused: 'used' }
    const now = context.clock.now()
    if (
      'passkey' in credential &&
      !(await createPasskey(trx, { ...credential.passkey, identity: id }, now))
    )
      // Takes everything back.
      throw new LocalizedHttpError(409, message('identity.passkey.invalid'))
    if (endsFactor) await saveSecondFactor(trx, context.keys, { id, secret: null })
    await endOtherSessions(trx, { email, tokenHash: null })
    const change = { email, by: email, now, network, link: link.maker ?? link.by }
    const device = 'passkey' in credential ? credential.passkey.name : null
    const action = isArrival ? 'account-made' : 'password-recovered'
    await recordMemberChange(trx, { ...change, action, device })
    if (endsFactor) await recordMemberChange(trx, { ...change, action: 'second-factor-off' })
    return { email }
  })
}
