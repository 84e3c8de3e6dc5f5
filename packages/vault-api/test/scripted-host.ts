import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Test } from 'tap'
import { createVaultClient, type VaultClientOptions } from '../src/index.ts'

/** A request as the host saw it. */
export interface Seen {
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
  /** The body as JSON; an empty object if it is not JSON. */
  readonly fields: Record<string, unknown>
}

/** What a host answers: status, body, headers; an object is sent as JSON. */
export interface Answer {
  readonly status?: number
  readonly body?: object | string
  readonly headers?: Record<string, string>
}

/** Says what to answer; `null` breaks the connection, `undefined` never answers. */
export type Script = (seen: Seen, response: ServerResponse) => Answer | null | undefined

/** Answers one after the other, and with an empty object when they are used up. */
export function inTurn(answers: readonly (Answer | null)[]): Script {
  const left = [...answers]
  return () => (left.length > 0 ? left.shift() : {})
}

/** A small real host that answers as the test says and remembers what it was asked. */
export async function scriptedHost(t: Test, script: Script) {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    try {
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    } catch {
      return // The client gave up.
    }
    const body = Buffer.concat(chunks)
    const asked = {
      path: request.url ?? '',
      headers: request.headers,
      body,
      fields: fieldsOf(body),
    }
    seen.push(asked)
    const said = script(asked, response)
    if (said === undefined) return
    if (said === null) {
      request.socket.destroy()
      return
    }
    const isText = typeof said.body === 'string'
    response.writeHead(said.status ?? 200, {
      'content-type': isText ? 'text/html' : 'application/json',
      ...said.headers,
    })
    response.end(typeof said.body === 'string' ? said.body : JSON.stringify(said.body ?? {}))
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.close()
    server.closeAllConnections()
  })
  const { port } = server.address() as AddressInfo
  return { seen, host: `127.0.0.1:${port}`, address: `http://127.0.0.1:${port}` }
}

function fieldsOf(body: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(body.toString()) as Record<string, unknown>
  } catch {
    return {}
  }
}

/** A signed-in client that does not wait long between its attempts. */
export function hurriedClient(main: string, options: Partial<VaultClientOptions> = {}) {
  return createVaultClient({
    addresses: { main },
    token: 'a-secret-token',
    ...options,
    patience: { firstWaitMs: 5, ...options.patience },
  })
}
