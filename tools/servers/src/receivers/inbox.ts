import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

/** What a receiver of messages belongs to: it ends with it. */
export interface Test {
  teardown(fn: () => Promise<void>): unknown
}

/** A request as it arrived. */
export interface ReceivedRequest {
  method: string
  /** With its query. */
  path: string
  headers: Record<string, string>
  body: string
}

/** Writes the response after the request was read; may keep the client waiting. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void

/**
 * Starts a web server on 127.0.0.1 that keeps the requests it receives. It answers 204, unless `answer` writes
 * something else: a redirect, HTML, 429, or nothing for a while.
 */
export async function startInbox(
  t: Test,
  answer: Answer = response => response.writeHead(204).end(),
) {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8')
    request.on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const { method = '', url = '' } = request
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      )
      const kept = { method, path: url, headers, body }
      received.push(kept)
      answer(response, kept)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  t.teardown(async () => {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  })
  return { received, host: `127.0.0.1:${port}`, url: `http://127.0.0.1:${port}` }
}
