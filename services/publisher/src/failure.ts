import type { PublishFailureReason } from '@night-routine/household'
import type { Failure } from '@night-routine/jobs'
import * as vault from '@night-routine/vault-api'
import { wording } from '@night-routine/wording'

/** A publish failure that the publisher itself detects. */
export class PublishTrouble extends Error {
  override readonly name = 'PublishTrouble'
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

/** An hourly retry notices a fix made at the host. */
const permanentFailureSeconds = 3600

// A faulty or hostile host must not make the publisher wait for days.
const longestWaitSeconds = 3600

/** Why publishing failed; null for an unexpected error of our own. */
export function reasonOf(error: unknown): PublishFailureReason | null {
  if (error instanceof PublishTrouble) return error.reason
  if (!(error instanceof vault.VaultError)) return null
  // The publisher cannot answer a second factor at all.
  if (error.code === 'SECOND_FACTOR_LOST') return 'second-factor'
  const known = kinds.find(([kind]) => error instanceof kind)?.[1]
  return known ?? (error.temporary ? 'away' : 'refused')
}

/** Classifies a failure: the text for the page, and how long to wait. */
export function failureOf(error: unknown): Failure {
  const reason = reasonOf(error)
  const { say } = wording('en')
  if (reason === null) return { error: say('status.failed'), retryAfterSeconds: null }
  const words = say(`publishFailure.${reason}`)
  if (!transient.includes(reason))
    return { error: words, retryAfterSeconds: null, pauseSeconds: permanentFailureSeconds }
  const asked = error instanceof vault.VaultError ? error.retryAfterMs : null
  const retryAfterSeconds = asked === null ? null : Math.min(longestWaitSeconds, asked / 1000)
  return { error: words, retryAfterSeconds }
}
