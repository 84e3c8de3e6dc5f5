import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import type { Test } from 'tap'
import { ask } from '../calendar-api.ts'
import type { ProviderUnderTest } from '../calendar-api.ts'

export interface Received {
  method: string
  url: string
  /** Names and values in turn, as they were on the wire. */
  raw: string[]
  headers: Record<string, string | undefined>
  body: string
}

/** A receiver of notifications. It answers with these statuses, and repeats the last one. */
export async function receiver(t: Test, ...statuses: number[]) {
  const messages: Received[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', chunk => (body += chunk))
    request.on('end', () => {
      messages.push({
        method: request.method ?? '',
        url: request.url ?? '',
        raw: request.rawHeaders,
        headers: request.headers as Received['headers'],
        body,
      })
      const status = statuses.length > 1 ? statuses.shift() : statuses[0]
      if (status === 102) response.writeProcessing()
      else response.writeHead(status ?? 204).end()
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}/calendar/notifications`,
    messages,
    numbers: () => messages.map(({ headers }) => Number(headers['x-goog-message-number'])),
  }
}

/** A new channel of the family calendar, with the test's own fields. */
export function watch(provider: ProviderUnderTest, body: Record<string, unknown>) {
  return ask(provider, `/calendars/${provider.calendarId}/events/watch`, {
    method: 'POST',
    body: { id: randomUUID(), type: 'web_hook', ...body },
  })
}
