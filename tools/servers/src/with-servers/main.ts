import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { startServers } from './start.ts'

// Runs a command with DATABASE_URL and REDIS_URL of private servers that live as long as the command.
const [program, ...args] = process.argv.slice(2)
if (!program) throw new Error('with-servers: which command?')

await using servers = await startServers(process.env)
const { TMPDIR: _, ...addresses } = servers.variables
const child = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...addresses } })
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
await once(child, 'exit')
process.exitCode = child.exitCode ?? 1
