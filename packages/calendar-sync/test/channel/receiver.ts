import { hash } from 'node:crypto'
import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'
import { findChannels, learnResource, type Channel } from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'

/** A notification as it arrived, and the state of its channel at that moment. */
export interface Received {
  state: string
  channelId: string
  token: string
  genuine: boolean
  known: Channel['state'] | undefined
}

interface Test {
  teardown(fn: () => void): unknown
}

/** A webhook that checks notifications against the database, as webhook-ingest does. */
export async function receiver(t: Test, db: Database) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })
  async function answer({ headers }: IncomingMessage, response: ServerResponse) {
    try {
      const one = await take(db, headers)
      received.push(one)
      response.writeHead(one.genuine ? 200 : 403).end()
    } catch {
      // Like webhook-ingest while the database is down: the provider sends the notification again.
      response.writeHead(503).end()
    }
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => server.close())
  const { port } = server.address() as AddressInfo
  return { received, address: `http://127.0.0.1:${port}/api/webhook/calendar` }
}

async function take(db: Database, headers: IncomingHttpHeaders): Promise<Received> {
  const header = (name: string) => headers[`x-goog-${name}`]?.toString() ?? ''
  const channelId = header('channel-id')
  const channel = (await findChannels(db, [channelId])).get(channelId)
  const state = header('resource-state')
  if (state === 'sync') await learnResource(db, channelId, header('resource-id'))
  const token = header('channel-token')
  const genuine = channel?.tokenHash === hash('sha256', token)
  return { state, channelId, token, genuine, known: channel?.state }
}
