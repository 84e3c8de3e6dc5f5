import type { AddressInfo } from 'node:net'
import {
  announceChannel,
  confirmChannel,
  findChannels,
  type Channel,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { readJobRequests } from '@night-routine/database/jobs'
import { addressAs } from '@night-routine/testing/database'
import { createLogger, loadConfig, systemClock } from '@night-routine/service'
import type { Test } from 'tap'
import { configSchema } from '../src/config.ts'
import { buildService } from '../src/service.ts'
import { channel } from './channels.ts'
import { rawRequest } from './raw-request.ts'

type Settings = Record<string, string>

/** A Redis that does not answer. */
export const redisDown = { REDIS_URL: 'redis://127.0.0.1:1' }

/** With the role of the service. */
const asItsRole = ({ DATABASE_URL = '', ...settings }: Settings): Settings => ({
  ...settings,
  DATABASE_URL: addressAs('webhook-ingest', DATABASE_URL),
})

/** The service in this process, on a port; closed at the test's end. */
export async function startIngest(t: Test, settings: Settings) {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const service = await buildService({
    config: loadConfig(configSchema, asItsRole(settings)),
    logger: createLogger({ name: 'webhook-ingest', destination }),
    clock: systemClock,
  })
  t.teardown(() => service.close())
  await service.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.server.address() as AddressInfo
  return {
    service,
    port,
    lines,
    send: (headers: Record<string, string>) =>
      rawRequest(port, { headers: Object.entries(headers) }),
    /** How often this process requested a pull; one request may cover many notifications. */
    writes: () => lines.filter(line => line.includes('calendar change received')).length,
  }
}

/** A channel that the provider has confirmed, as it is stored. */
export async function liveChannel(db: Database): Promise<Channel> {
  const { channelId, calendarId, tokenHash, address } = channel()
  await announceChannel(db, { channelId, calendarId, tokenHash, address })
  const expiration = Temporal.Now.instant().add({ hours: 168 })
  await confirmChannel(db, channelId, { resourceId: 'resource-of-family', expiration })
  return storedChannel(db, channelId)
}

export async function storedChannel(db: Database, channelId: string): Promise<Channel> {
  const stored = (await findChannels(db, [channelId])).get(channelId)
  if (!stored) throw new Error(`there is no channel ${channelId}`)
  return stored
}

/** The number of notifications for which a pull was requested. */
export async function pullsAskedFor(db: Database): Promise<number> {
  const work = (await readJobRequests(db)).find(({ kind }) => kind === 'pull')
  return Number(work?.requestNumber ?? 0)
}
