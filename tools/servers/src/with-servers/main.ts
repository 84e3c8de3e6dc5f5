import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '../postgres.ts'
import { findRedis, startRedis } from '../redis.ts'
import { makeThrowawayFolder } from './throwaway-folder.ts'

// Runs a command with DATABASE_URL and, where the machine has it, REDIS_URL of private servers that
// live as long as the command. Servers named in the environment already are used as they are.
// Without a command, sends these variables, and a folder for temporary files, to the process that forked it, and
// stops when that one disconnects.
const [program, ...words] = process.argv.slice(2)
if (!program && !process.send) throw new Error('with-servers: which command?')

// Ends whatever has been started, also where the next one does not start.
await using running = new AsyncDisposableStack()
const folder = await makeThrowawayFolder()
running.defer(() => rm(folder, { recursive: true, force: true }))
await chmod(folder, 0o711) // PostgreSQL runs as another user

const redisProgram = process.env['REDIS_URL']
  ? undefined
  : await findRedis(process.env['PATH'] ?? '')
const redis = redisProgram ? await startRedis(redisProgram, join(folder, 'redis')) : undefined
running.defer(() => redis?.stop())
const postgres = process.env['DATABASE_URL'] ? undefined : await startOwnPostgres()

const addresses = {
  ...(postgres && { DATABASE_URL: postgres.url }),
  ...(redis && { REDIS_URL: redis.url }),
}
if (program) {
  const child = spawn(program, words, { stdio: 'inherit', env: { ...process.env, ...addresses } })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  await once(child, 'exit')
  process.exitCode = child.exitCode ?? 1
} else {
  // Signals reach the whole group: the tests end first, and disconnect.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => undefined)
  const temporary = join(folder, 'tmp')
  await mkdir(temporary)
  await chmod(temporary, 0o711)
  process.send?.({ ...addresses, TMPDIR: temporary })
  await once(process, 'disconnect')
}

async function startOwnPostgres() {
  const data = join(folder, 'postgres')
  running.defer(() => removePostgres(data))
  const server = await startPostgres(data, { durable: false })
  running.defer(() => server.stop())
  return server
}
