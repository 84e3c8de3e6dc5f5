import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server that can be shut, so that a test takes the server away from one client. */
export interface Gate {
  /** The address of the server, through the gate. */
  readonly url: string
  open(): Promise<void>
  /** Refuses new connections and breaks those that there are. */
  shut(): Promise<void>
  /** Takes connections and answers nothing any more. Those of that time stay silent for ever. */
  freeze(): void
}

/** A gate to the server of a URL, open. */
export async function createGate(serverUrl: string): Promise<Gate> {
  const target = new URL(serverUrl)
  const sockets = new Set<Socket>()
  const dead = new WeakSet<Socket>()
  let frozen = false
  const server = createServer(client => {
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
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = new URL(serverUrl)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href,
    async open() {
      frozen = false
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
  }
}
