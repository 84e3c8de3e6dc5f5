import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

const everyMs = 100

/**
 * Whether something listens at the address, within the time. It is asked before a request is passed on, so
 * that no request is sent twice.
 */
export async function accepts(address: string, withinMs: number): Promise<boolean> {
  const { hostname, port } = new URL(address)
  const until = performance.now() + withinMs
  for (;;) {
    const socket = connect(Number(port), hostname)
    try {
      await once(socket, 'connect')
      return true
    } catch {
      if (performance.now() + everyMs > until) return false
    } finally {
      socket.destroy()
    }
    await sleep(everyMs)
  }
}
