import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Test } from 'tap'

/** What a service was asked, as it came. */
export interface Asked {
  name: string
  method: string
  url: string
  headers: [name: string, value: string][]
  bytes: number
}

/** A service that notes what it was asked, and answers as the query says: `?status=503`, `?stream=1500`. */
export async function startUpstream(t: Test, name: string, port = 0) {
  const asked: Asked[] = []
  const server: Server = createServer((request, answer) => {
    const { method = '', url = '', rawHeaders } = request
    const headers = rawHeaders.flatMap((word, index): Asked['headers'] =>
      index % 2 === 0 ? [[word.toLowerCase(), rawHeaders[index + 1] ?? '']] : [],
    )
    const entry = { name, method, url, headers, bytes: 0 }
    asked.push(entry)
    request.on('data', (chunk: Buffer) => (entry.bytes += chunk.length))
    request.on('error', () => undefined)
    request.on('end', () => {
      const query = new URLSearchParams(url.split('?')[1])
      const status = Number(query.get('status') ?? 200)
      const streams = Number(query.get('stream') ?? 0)
      answer.writeHead(status, [
        ['content-type', 'text/plain'],
        ['retry-after', '1'],
        ['set-cookie', 'a=1'],
        ['set-cookie', 'b=2'],
      ])
      answer.write(`of ${name}`)
      void sleep(streams).then(() => answer.end(' to the end'))
    })
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.closeAllConnections()
    server.close()
  }
  t.teardown(close)
  const own = (server.address() as AddressInfo).port
  return { asked, close, port: own, url: `http://127.0.0.1:${own}` }
}

export type Upstream = Awaited<ReturnType<typeof startUpstream>>
