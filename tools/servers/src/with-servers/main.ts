import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { removePostgres, startPostgres } from '../postgres.ts'
import { findRedis, startRedis } from '../redis.ts'
import { makeThrowawayFolder } from './throwaway-folder.ts'

// Runs a command with DATABASE_URL and, where the machine has it, REDIS_URL of private servers that
// live as long as the command. Servers named in the environment already are used as they are.
const [program, ...words] = process.argv.slice(2)
if (!program) throw new Error('with-servers: which command?')

const folder = await makeThrowawayFolder()
await chmod(folder, 0o711) // the database's own user must get through
const data = join(folder, 'postgres')
const own = !process.env['DATABASE_URL']
const redisProgram = process.env['REDIS_URL']
  ? undefined
  : await findRedis(process.env['PATH'] ?? '')
const [postgres, redis] = await Promise.all([
  own ? startPostgres(data, { durable: false }) : undefined,
  redisProgram ? startRedis(redisProgram, join(folder, 'redis')) : undefined,
])

const child = spawn(program, words, {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(postgres && { DATABASE_URL: postgres.url }),
    ...(redis && { REDIS_URL: redis.url }),
  },
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
await once(child, 'exit')

await Promise.all([postgres?.stop(), redis?.stop()])
if (own) await removePostgres(data)
await rm(folder, { recursive: true, force: true })
process.exitCode = child.exitCode ?? 1
