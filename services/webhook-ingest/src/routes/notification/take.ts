import type { Channel } from '@night-routine/database'
import { onTrail, type Clock, type Logger } from '@night-routine/service'
import { isGenuine } from './channel-check.ts'
import type { Notification } from './headers.ts'

/** Database access; every function rejects while the database is unreachable. */
export interface TakeOptions {
  /** The channels with these ids, by id, read after this call. */
  findChannels: (channelIds: readonly string[]) => Promise<ReadonlyMap<string, Channel>>
  /**
   * Requests a pull that starts after this call, for this many notifications; resolves when the request
   * is committed.
   */
  requestPull: (notifications: number) => Promise<unknown>
  /** Stores the resource of a channel that the provider has not confirmed yet. */
  learnResource: (channelId: string, resourceId: string) => Promise<unknown>
  clock: Clock
  logger: Logger
}

/**
 * Handles notifications that arrived together, with at most one read and one write.
 * @returns the genuine ones, once their pull is requested; the others are refused
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
  const [last] = changes.slice(-1)
  if (last) {
    // Notifications that arrived together cause one pull; the log shows the last one.
    await onTrail({ requestId: last.requestId }, () => requestPull(changes.length))
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
