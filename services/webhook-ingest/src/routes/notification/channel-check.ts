import { hash, timingSafeEqual } from 'node:crypto'
import type { Channel } from '@night-routine/database'
import type { Notification } from './headers.ts'

/** Stands in for the digest of an unknown channel; no known token has it. */
const dummyHash = '0'.repeat(64)

/**
 * Whether a notification comes from the channel it names: a live or retired channel that has not
 * expired, with its token and its resource.
 *
 * Every comparison always runs, so that the response time does not reveal the reason of a refusal.
 */
export function isGenuine(
  { token, resourceId }: Notification,
  channel: Channel | undefined,
  now: Temporal.Instant,
): channel is Channel {
  const given = hash('sha256', token, 'buffer')
  const kept = Buffer.from(channel?.tokenHash ?? dummyHash, 'hex')
  const comparisons = [
    kept.length === given.length && timingSafeEqual(given, kept),
    channel !== undefined && channel.state !== 'stopped',
    // The first message may arrive before the provider's answer, which names the resource.
    channel?.resourceId === null || channel?.resourceId === resourceId,
    (channel?.expiration?.epochMilliseconds ?? Infinity) > now.epochMilliseconds,
  ]
  return comparisons.every(Boolean)
}
