import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import type { Test } from './household.ts'

/** The address of a proxy to `url` that is down until it arrives. */
export async function lateServer(t: Test, url: string) {
  const { hostname, port: upstreamPort } = new URL(url)
  const sockets = new Set<Socket>()
  const server = createServer(client => {
    const upstream = connect(Number(upstreamPort), hostname)
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
      one.pipe(other)
    }
  })
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const leave = async () => {
    if (!server.listening) return
    server.close()
    for (const socket of sockets) socket.destroy()
    await once(server, 'close')
  }
  const port = await listen(0)
  await leave()
  t.teardown(leave)
  const address = new URL(url)
  address.port = String(port)
  return { url: address.href, arrive: () => listen(port), leave }
}
