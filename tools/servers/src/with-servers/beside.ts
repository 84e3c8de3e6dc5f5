import { setTimeout } from 'node:timers/promises'
import { rm } from 'node:fs/promises'
import { addressesOf } from './addresses.ts'
import { startServers } from './start.ts'

// Keeps the servers of a run of tap until it ends, however it ends, and sends their addresses to before.ts.
const runner = Number(process.argv[2])
// Signals reach the whole group: the tests end first.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)

await using servers = await startServers(process.env)
process.send?.(servers.variables)
while (runs(runner)) await setTimeout(200)
await rm(addressesOf(runner), { force: true })

function runs(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
