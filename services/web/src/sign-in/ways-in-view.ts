import { unreadable } from '@night-routine/database/connection'
import type { CredentialSecrets, Passkey } from '@night-routine/database/credentials'
import type { PlainKey, Wording } from '@night-routine/wording'

/** How many recovery codes there are at first. */
const mostRecoveryCodes = 10

/** How this person signs in, and what they can change about it, for their page. */
export function waysInView(facts: {
  account: Pick<CredentialSecrets, 'hasPassword' | 'mfa' | 'totpSecret'>
  codesLeft: number
  passkeys: readonly Passkey[]
  /** The passkeys for the browser, which forgets others. */
  accepted: string
  /** Why browsers make no passkeys at this address. */
  passkeyProblem: PlainKey | null
  timeZone: string
  wording: Wording
}) {
  const { hasPassword, mfa, totpSecret } = facts.account
  const { codesLeft, passkeys, accepted, passkeyProblem, timeZone, wording } = facts
  const { say } = wording
  const date = (at: Temporal.Instant) => wording.date(at.toZonedDateTimeISO(timeZone).toPlainDate())
  const isLost = totpSecret === unreadable
  const on = say(isLost ? 'account.factorLost' : 'account.factorOn')
  const left = say('account.codesLeft', { left: codesLeft, most: mostRecoveryCodes })
  return {
    hasPassword,
    // Without a password there is none after which it is asked for.
    factor:
      hasPassword || mfa
        ? {
            isOn: mfa,
            text: mfa ? on : say('account.factorOff'),
            codesLeft: mfa && !isLost ? left : null,
          }
        : null,
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      when:
        lastUsedAt === null
          ? say('passkey.unused', { added: date(createdAt) })
          : say('passkey.used', { added: date(createdAt), used: date(lastUsedAt) }),
    })),
    accepted,
    passkeyProblem: passkeyProblem && say(passkeyProblem),
  }
}
