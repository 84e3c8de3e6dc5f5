import { hash, timingSafeEqual } from 'node:crypto'
import type { Channel } from '@night-routine/database'
import type { Notification } from './headers.ts'

/** Compared with the token of a channel that does not exist; the digest of no token we know. */
const nobodysHash = '0'.repeat(64)

/**
 * Whether a notification comes from the channel that it names: one that is in use or in the overlap
 * after its use, with its token, for its resource, before its end.
 *
 * Each notification goes through each comparison, so that how long a refusal takes does not tell
 * what it was for.
 */
export function isGenuine(
  { token, resourceId }: Notification,
  channel: Channel | undefined,
  now: Temporal.Instant,
): channel is Channel {
  const given = hash('sha256', token, 'buffer')
  const kept = Buffer.from(channel?.tokenHash ?? nobodysHash, 'hex')
  const comparisons = [
    kept.length === given.length && timingSafeEqual(given, kept),
    channel !== undefined && channel.state !== 'stopped',
    // The first message may arrive before the answer that names the resource.
    channel?.resourceId === null || channel?.resourceId === resourceId,
    (channel?.expiration?.epochMilliseconds ?? Infinity) > now.epochMilliseconds,
  ]
  return comparisons.every(Boolean)
}
