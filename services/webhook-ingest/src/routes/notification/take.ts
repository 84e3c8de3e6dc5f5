import type { Channel } from '@night-routine/database'
import { onTrail, type Clock, type Logger } from '@night-routine/service'
import { isGenuine } from './channel-check.ts'
import type { Notification } from './headers.ts'

/** What is read and kept; everything rejects when it cannot be done right now. */
export interface TakeOptions {
  /** The channels with these ids, as they are after this call, by id. */
  findChannels: (channelIds: readonly string[]) => Promise<ReadonlyMap<string, Channel>>
  /**
   * Asks for a pull that begins after this call, for so many notifications; resolves when that cannot
   * be lost any more.
   */
  requestPull: (notifications: number) => Promise<unknown>
  /** Keeps the resource of a channel that the provider has not confirmed yet. */
  learnResource: (channelId: string, resourceId: string) => Promise<unknown>
  clock: Clock
  logger: Logger
}

/**
 * Takes notifications that arrived together with one read and one write at most.
 * @returns the genuine ones, once what they ask for is kept; the others are refused, and all of them
 * have gone the same way
 */
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
      logger.warn(forLog(one), 'a notification was refused')
      continue
    }
    genuine.add(one)
    switch (one.resourceState) {
      case 'exists':
      case 'not_exists':
        changes.push(one)
        break
      case 'sync':
        logger.info(forLog(one), 'a channel begins')
        if (channel.resourceId === null) await learnResource(one.channelId, one.resourceId)
        break
      default:
        logger.warn(forLog(one), 'a notification has a state that we do not know')
    }
  }
  const [last] = changes.slice(-1)
  if (last) {
    // Those that arrived together lead to one pull; the last of them stands for it.
    await onTrail({ requestId: last.requestId }, () => requestPull(changes.length))
    logger.info({ ...forLog(last), notifications: changes.length }, 'the calendar changed')
  }
  return genuine
}

/** Neither the token nor anything longer than what is ours. */
function forLog({ channelId, resourceState, messageNumber, requestId }: Notification) {
  return {
    requestId,
    channelId: channelId.slice(0, 64),
    resourceState: resourceState.slice(0, 64),
    messageNumber: messageNumber.slice(0, 64),
  }
}
