import { hash, timingSafeEqual } from 'node:crypto'
import type { Channel } from '@night-routine/database/calendar'
import {
  HttpError,
  inRequestContext,
  takeAnyMediaType,
  type Clock,
  type Logger,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'

export interface NotificationOptions {
  /** In lowercase. */
  headerPrefixes: readonly string[]
  /** Resolves once the pull is requested, to whether the notification is genuine; rejects if that failed. */
  take: (found: Notification) => Promise<boolean>
}

/** Answers a notification with 200 once the job request is committed, and 503 when the provider should retry. */
export async function notification(
  service: FastifyInstance,
  { headerPrefixes, take }: NotificationOptions,
) {
  const read = headerReader(headerPrefixes)

  // Google sends an empty body as `application/json; utf-8`, which a JSON parser refuses. Any body up
  // to the size limit is discarded.
  takeAnyMediaType(service)
  service.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, _body, done) => done(null))

  service.post('/api/webhook/calendar', { config: { quiet: true } }, async (request, reply) => {
    const found = read(request.raw.rawHeaders)
    if ('fault' in found) {
      const { header: field, fault } = found
      throw new HttpError(400, `The header ${field} is ${fault}.`, { field })
    }
    const isTaken = await take({ ...found, requestId: request.id }).catch((cause: unknown) => {
      const headers = { 'retry-after': '5' }
      throw new HttpError(503, 'This cannot be kept right now. Send it again.', { headers, cause })
    })
    if (!isTaken) throw new HttpError(403, 'This notification is not from a channel of ours.')
    return reply.code(200).send()
  })
}

/** Database access; every function rejects while the database is unreachable. */
export interface TakeOptions {
  /** The channels with these ids, by id, read after this call. */
  findChannels: (channelIds: readonly string[]) => Promise<ReadonlyMap<string, Channel>>
  /** Commits the request of a pull that starts after this call, for this many notifications. */
  requestPull: (notifications: number) => Promise<unknown>
  /** Stores the resource of a channel that the provider has not confirmed yet. */
  learnResource: (channelId: string, resourceId: string) => Promise<unknown>
  clock: Clock
  logger: Logger
}

/** Handles notifications that arrived together, with at most one read and one write. @returns the genuine ones */
export async function takeNotifications(
  found: readonly Notification[],
  { findChannels, requestPull, learnResource, clock, logger }: TakeOptions,
): Promise<ReadonlySet<Notification>> {
  const channels = await findChannels([...new Set(found.map(({ channelId }) => channelId))])
  const now = clock.now()
  const genuine = new Set<Notification>()
  const changes: Notification[] = []
  for (const one of found) {
    const channel = channels.get(one.channelId)
    if (!isGenuine(one, channel, now)) {
      logger.warn(forLog(one), 'notification refused')
      continue
    }
    genuine.add(one)
    switch (one.resourceState) {
      case 'exists':
      case 'not_exists':
        changes.push(one)
        break
      case 'sync':
        logger.info(forLog(one), 'watch channel confirmed')
        if (channel.resourceId === null) await learnResource(one.channelId, one.resourceId)
        break
      default:
        logger.warn(forLog(one), 'unknown notification state')
    }
  }
  const last = changes.at(-1)
  if (last) {
    // Notifications that arrived together cause one pull; the log shows the last one.
    await inRequestContext({ requestId: last.requestId }, () => requestPull(changes.length))
    logger.info({ ...forLog(last), notifications: changes.length }, 'calendar change received')
  }
  return genuine
}

/** Leaves out the token, and shortens values longer than ours. */
function forLog({ channelId, resourceState, messageNumber, requestId }: Notification) {
  return {
    requestId,
    channelId: channelId.slice(0, 64),
    resourceState: resourceState.slice(0, 64),
    messageNumber: messageNumber.slice(0, 64),
  }
}

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

/** Reads headers with one of the lowercase `prefixes`, from the raw ones, because Node's parsed forms join repeats. */
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

/** Whether a notification is from a channel in use. Everything is always compared, so that time reveals no reason. */
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
