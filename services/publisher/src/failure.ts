import { longestPauseSeconds, type FailureOf } from '@night-routine/jobs'
import * as vault from '@night-routine/vault-api'
import type { KeysBelow } from '@night-routine/wording'

/** Why publishing may fail: every message `publishFailure.<reason>`. */
type PublishFailureReason = KeysBelow<'publishFailure'>

/** A publish failure that the publisher itself detects. */
export class PublishFailure extends Error {
  override readonly name = 'PublishFailure'
  readonly reason: PublishFailureReason

  constructor(reason: PublishFailureReason) {
    super(`cannot publish: ${reason}`)
    this.reason = reason
  }
}

const kinds = [
  [vault.WrongCredentials, 'wrong-password'],
  [vault.MfaRequired, 'second-factor'],
  [vault.MfaInvalid, 'second-factor'],
  [vault.AccountFull, 'account-full'],
  [vault.QuotaExceeded, 'full'],
  [vault.TooLarge, 'full'],
  [vault.NotFound, 'site-gone'],
  [vault.SlugTaken, 'slug-taken'],
  [vault.HostNotAllowed, 'host-not-allowed'],
  [vault.NotAsPublished, 'changed-meanwhile'],
  // The session at the host ended: the next run signs in again.
  [vault.NotSignedIn, 'away'],
  // For example a proxy's error page: the host itself is down.
  [vault.UnexpectedAnswer, 'away'],
] as const

/** Reasons that may pass; a person has to fix all others. */
const transient: readonly PublishFailureReason[] = ['away', 'changed-meanwhile']

// A faulty or hostile host must not make the publisher wait for days.
const longestWaitSeconds = 3600

/** Why publishing failed; null for an unexpected error of our own. */
export function reasonOf(error: unknown): PublishFailureReason | null {
  if (error instanceof PublishFailure) return error.reason
  if (!(error instanceof vault.VaultError)) return null
  // The publisher cannot answer a second factor at all.
  if (error.code === 'SECOND_FACTOR_LOST') return 'second-factor'
  const known = kinds.find(([kind]) => error instanceof kind)?.[1]
  return known ?? (error.temporary ? 'away' : 'refused')
}

/** Classifies a failure: its code, and how long to wait. A pause of an hour notices a fix made at the host. */
export const failureOf: FailureOf = error => {
  const reason = reasonOf(error)
  if (reason === null) return { code: 'status.failed', facts: {} }
  const failure = { code: `publishFailure.${reason}`, facts: {} }
  if (!transient.includes(reason)) return { ...failure, pauseSeconds: longestPauseSeconds }
  const asked = error instanceof vault.VaultError ? error.retryAfterMs : null
  if (asked === null) return failure
  return { ...failure, retryAfterSeconds: Math.min(longestWaitSeconds, asked / 1000) }
}
