import type { PublishFailureReason } from '@night-routine/household'
import {
  HostNotAllowed,
  MfaInvalid,
  MfaRequired,
  NotAsPublished,
  NotFound,
  NotSignedIn,
  QuotaExceeded,
  SlugTaken,
  TooLarge,
  UnexpectedAnswer,
  VaultError,
  WrongCredentials,
} from '@night-routine/vault-api'
import { wording } from '@night-routine/wording'
import type { Failure } from '@night-routine/jobs'

/** A failure of our own making, by its reason. */
export class PublishTrouble extends Error {
  override readonly name = 'PublishTrouble'
  readonly reason: PublishFailureReason

  constructor(reason: PublishFailureReason) {
    super(`cannot publish: ${reason}`)
    this.reason = reason
  }
}

const kinds = [
  [WrongCredentials, 'wrong-password'],
  [MfaRequired, 'second-factor'],
  [MfaInvalid, 'second-factor'],
  [QuotaExceeded, 'full'],
  [TooLarge, 'full'],
  [NotFound, 'site-gone'],
  [SlugTaken, 'slug-taken'],
  [HostNotAllowed, 'host-not-allowed'],
  [NotAsPublished, 'changed-meanwhile'],
  // Signed in, and no longer: the next run signs in anew.
  [NotSignedIn, 'away'],
  // A page of a proxy, say: the host itself is not there.
  [UnexpectedAnswer, 'away'],
] as const

/** These may be better by themselves; all others only a person can mend. */
const passing: readonly PublishFailureReason[] = ['away', 'changed-meanwhile']

/** An hourly look notices a person who mended it elsewhere. */
const hopelessSeconds = 3600

// A moment of waiting is the client's own affair; an odd or hostile host must not stop us for days.
const longestWaitSeconds = 3600

/** Why publishing failed; null for what is no failure of publishing, but of ours. */
export function reasonOf(error: unknown): PublishFailureReason | null {
  if (error instanceof PublishTrouble) return error.reason
  if (!(error instanceof VaultError)) return null
  // Nobody here could answer it even if the host still could.
  if (error.code === 'SECOND_FACTOR_LOST') return 'second-factor'
  const known = kinds.find(([kind]) => error instanceof kind)?.[1]
  return known ?? (error.temporary ? 'away' : 'refused')
}

/** Classes a failure once: words for the page, and how long to wait. */
export function failureOf(error: unknown): Failure {
  const reason = reasonOf(error)
  const { say } = wording('en')
  if (reason === null) return { error: say('status.failed'), retryAfterSeconds: null }
  const words = say(`publishFailure.${reason}`)
  if (!passing.includes(reason))
    return { error: words, retryAfterSeconds: null, pauseSeconds: hopelessSeconds }
  const asked = error instanceof VaultError ? error.retryAfterMs : null
  return {
    error: words,
    retryAfterSeconds: asked === null ? null : Math.min(longestWaitSeconds, asked / 1000),
  }
}
