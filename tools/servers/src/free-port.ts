import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that the system takes for connections, from 32768 on. Each process has 32 of its own, so that no other test
// takes one before its server listens.
const first = 10_240 + (process.pid % 704) * 32
let asked = 0

/** A TCP port of 127.0.0.1 that is free. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = first + (asked % 32)
    asked += 1
    if (await isFree(port)) return port
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1')
  try {
    await once(probe, 'listening')
  } catch {
    return false
  }
  probe.close()
  await once(probe, 'close')
  return true
}
