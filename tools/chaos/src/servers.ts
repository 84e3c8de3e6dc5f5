import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  removePostgres,
  startPostgres,
  startRedis,
  type PostgresServer,
  type RedisServer,
} from '@night-routine/servers'

/** A private PostgreSQL and, if the machine has it, Redis. Both keep their addresses when they restart. */
export interface Servers {
  databaseUrl: string
  redisUrl: string | undefined
  restartPostgres(): Promise<void>
  flushRedis(): Promise<void>
  stopRedis(options: { downFor: number }): Promise<void>
  /** Resolves when both run. */
  up(): Promise<void>
  stop(): Promise<void>
}

/** @param redisProgram undefined: no wake-up reaches another process, and sweeps find the work */
export async function startServers(
  folder: string,
  redisProgram: string | undefined,
): Promise<Servers> {
  const data = join(folder, 'postgres')
  // Durable, because a restart must keep every change that was confirmed.
  let postgres: PostgresServer = await startPostgres(data)
  let redis: RedisServer | undefined = redisProgram
    ? await startRedis(redisProgram, join(folder, 'redis'))
    : undefined
  const databaseUrl = postgres.url
  const redisUrl = redis?.url
  let changing: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>) => (changing = changing.then(work))

  return {
    databaseUrl,
    redisUrl,
    restartPostgres: () =>
      inTurn(async () => {
        await postgres.stop()
        postgres = await startPostgres(data, { port: Number(new URL(databaseUrl).port) })
      }),
    flushRedis: () => inTurn(async () => (redisUrl ? flush(redisUrl) : undefined)),
    stopRedis: ({ downFor }) =>
      inTurn(async () => {
        if (!redis || !redisProgram || !redisUrl) return
        await redis.stop()
        await sleep(downFor)
        redis = await startRedis(redisProgram, join(folder, 'redis'), { again: redisUrl })
      }),
    up: () => changing,
    stop: () =>
      inTurn(async () => {
        await Promise.all([postgres.stop(), redis?.stop()])
        await removePostgres(data)
      }),
  }
}

async function flush(url: string): Promise<void> {
  const { port, password } = new URL(url)
  const socket = connect({ port: Number(port), host: '127.0.0.1', timeout: 2000 })
  let answer = ''
  socket.on('data', chunk => (answer += String(chunk)))
  socket.on('timeout', () => socket.destroy())
  socket.end(`AUTH ${password}\r\nFLUSHALL\r\n`)
  await once(socket, 'close')
  if (!answer.startsWith('+OK\r\n+OK')) throw new Error(`FLUSHALL was answered ${answer}`)
}
