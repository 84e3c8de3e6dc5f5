import type { Channel } from '@night-routine/database/calendar'
import { createLogger } from '@night-routine/service'
import type { TakeOptions } from '../../../src/routes/notification/notification.ts'
import { now } from '../../channels.ts'

/** The options of a round over these channels, and a record of its calls. */
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
    /** The calls since the last look, in order. */
    did: () => done.splice(0),
  }
}
