import type { Channel } from '@night-routine/database'
import { createLogger } from '@night-routine/service'
import type { TakeOptions } from '../../../src/routes/notification/notification.ts'
import { now } from '../../channels.ts'

/** What a round needs, over these channels; what it did is written down in order. */
export function keptChannels(channels: readonly Channel[]) {
  const done: string[] = []
  const options: TakeOptions = {
    findChannels: async channelIds => {
      done.push(`read ${channelIds.length}`)
      return new Map(
        channels
          .filter(({ channelId }) => channelIds.includes(channelId))
          .map(channel => [channel.channelId, channel]),
      )
    },
    requestPull: async () => done.push('pull'),
    learnResource: async (_channelId, resourceId) => done.push(`learn ${resourceId}`),
    clock: { now: () => now },
    logger: createLogger({ name: 'webhook-ingest', level: 'silent' }),
  }
  return {
    options,
    /** Takes what was done since the last time. */
    did: () => done.splice(0),
  }
}
