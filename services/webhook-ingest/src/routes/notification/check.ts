import { hash, timingSafeEqual } from 'node:crypto'
import type { Channel } from '@night-routine/database'

/** A notification; all of it is in the headers. */
export interface Notification {
  readonly channelId: string
  readonly token: string
  readonly resourceId: string
  /** `exists`, `not_exists`, `sync`, or an unknown state. */
  readonly resourceState: string
  readonly resourceUri: string
  /** Increases with gaps. Only logged, and not parsed as a number. */
  readonly messageNumber: string
  /** The request's id, for the log. */
  readonly requestId?: string
}

const names = [
  'channel-id',
  'channel-token',
  'resource-id',
  'resource-state',
  'resource-uri',
  'message-number',
] as const

type HeaderName = (typeof names)[number]

/** Why the headers are invalid. */
export interface HeaderFault {
  /** The name without its prefix. */
  readonly header: HeaderName
  readonly fault: 'missing' | 'empty' | 'doubled'
}

/**
 * Reads notification headers with one of the lowercase `prefixes`. Each of the six must be sent once and not be
 * empty. It takes raw headers, because Node's parsed forms join repeated ones.
 */
export function headerReader(
  prefixes: readonly string[],
): (rawHeaders: readonly string[]) => Notification | HeaderFault {
  const known = new Map(prefixes.flatMap(prefix => names.map(name => [prefix + name, name])))

  return rawHeaders => {
    const values = new Map<HeaderName, string>()
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const header = known.get((rawHeaders[index] ?? '').toLowerCase())
      if (header === undefined) continue
      if (values.has(header)) return { header, fault: 'doubled' }
      values.set(header, rawHeaders[index + 1] ?? '')
    }
    const header = names.find(name => !values.get(name))
    if (header) return { header, fault: values.has(header) ? 'empty' : 'missing' }
    const text = (name: HeaderName) => values.get(name) ?? ''
    return {
      channelId: text('channel-id'),
      token: text('channel-token'),
      resourceId: text('resource-id'),
      resourceState: text('resource-state'),
      resourceUri: text('resource-uri'),
      messageNumber: text('message-number'),
    }
  }
}

/** Stands in for the digest of an unknown channel; no known token has it. */
const dummyHash = '0'.repeat(64)

/**
 * Whether a notification has the token and the resource of a live or retired channel that has not expired.
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
