import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A TCP proxy that a test can shut, so that a server is down for one service only. */
export interface Gate {
  /** The server's address, through the gate. */
  url: string
  /** Ends all connections and refuses new ones. */
  shut: () => Promise<void>
  /** Silently drops all traffic. */
  freeze: () => void
  open: () => Promise<void>
}

/** An open gate to a server, closed at the test's end. */
export async function createGate(t: Test, serverUrl: string): Promise<Gate> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  let frozen = false

  const server = createServer(client => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(from)
      from.on('error', () => undefined)
      from.on('data', chunk => frozen || to.write(chunk))
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const breakAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const shut = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    breakAll()
    await closed
  }

  await listen(0)
  t.teardown(shut)
  const { port } = server.address() as AddressInfo
  target.host = `127.0.0.1:${port}`
  const url = target.href
  target.href = serverUrl
  return {
    url,
    shut,
    freeze: () => {
      frozen = true
    },
    open: async () => {
      // Frozen connections lost bytes, so they cannot continue.
      if (frozen) breakAll()
      frozen = false
      if (!server.listening) await listen(port)
    },
  }
}
