import { createServer } from 'node:net'
import { once } from 'node:events'

/** A TCP port of 127.0.0.1 that is currently free. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (!address || typeof address === 'string') throw new Error('A TCP server has a port.')
  return address.port
}
