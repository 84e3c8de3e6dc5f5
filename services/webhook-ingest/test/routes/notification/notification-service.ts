import type { AddressInfo } from 'node:net'
import type { Channel } from '@night-routine/database/calendar'
import { createLogger, createService } from '@night-routine/service'
import type { Test } from 'tap'
import {
  notification,
  takeNotifications,
  type TakeOptions,
} from '../../../src/routes/notification/notification.ts'
import { now } from '../../channels.ts'
import { rawRequest, type RawRequest } from '../../raw-request.ts'

/** The options of a round over these channels, and a record of its calls. */
export function keptChannels(channels: readonly Channel[]) {
  const done: string[] = []
  const options: TakeOptions = {
    findChannels: async channelIds => {
      done.push(`read ${channelIds.length}`)
      const found = channels.filter(({ channelId }) => channelIds.includes(channelId))
      return new Map(found.map(channel => [channel.channelId, channel]))
    },
    requestPull: async () => done.push('pull'),
    learnResource: async (_channelId, resourceId) => done.push(`learn ${resourceId}`),
    clock: { now: () => now },
    logger: createLogger({ name: 'webhook-ingest', level: 'silent' }),
  }
  /** The calls since the last look, in order. */
  return { options, did: () => done.splice(0) }
}

/** The route alone on a port, over these channels, with a record of its calls. */
export async function notificationService(
  t: Test,
  channels: readonly Channel[],
  changes: Partial<TakeOptions> = {},
) {
  const { did, options } = keptChannels(channels)
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const logger = createLogger({ name: 'webhook-ingest', level: 'debug', destination })
  const service = createService({ logger })
  await service.register(notification, {
    headerPrefixes: ['x-goog-', 'x-provider-'],
    take: async found =>
      (await takeNotifications([found], { ...options, logger, ...changes })).has(found),
  })
  t.teardown(() => service.close())
  await service.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.server.address() as AddressInfo
  return {
    port,
    did,
    lines,
    send: (headers: Record<string, string>, more: Partial<RawRequest> = {}) =>
      rawRequest(port, { headers: Object.entries(headers), ...more }),
  }
}
