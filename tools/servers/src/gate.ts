import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './free-port.ts'

/** A proxy that a test can shut, to cut one client off from the server. */
export interface Gate {
  /** The address of the server through the gate. */
  readonly url: string
  open(): Promise<void>
  /** Refuses new connections and breaks the existing ones. */
  shut(): Promise<void>
  /** Accepts connections and never answers. Connections made meanwhile stay silent forever. */
  freeze(): void
  /** Accepts connections and drops them at once. */
  drop(): void
  /** The number of dropped connections. */
  dropped(): number
}

/** An open gate to the server of a URL. */
export async function createGate(serverUrl: string): Promise<Gate> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let frozen = false
  let dropping = false
  let dropped = 0
  const server = createServer(client => {
    if (dropping) {
      dropped += 1
      client.on('error', () => undefined).destroy()
      return
    }
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    const pass = (from: Socket, to: Socket) =>
      from.on('data', chunk => {
        if (frozen) dead.add(client)
        if (!dead.has(client)) to.write(chunk)
      })
    pass(client, upstream)
    pass(upstream, client)
  })
  // Not one that the system gives to a connection while the gate is shut.
  const port = await freePort()
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async open() {
      frozen = false
      dropping = false
      if (server.listening) return
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async shut() {
      const closed = server.listening ? once(server, 'close') : undefined
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    freeze() {
      frozen = true
    },
    drop() {
      dropping = true
      for (const socket of sockets) socket.destroy()
    },
    dropped: () => dropped,
  }
}
