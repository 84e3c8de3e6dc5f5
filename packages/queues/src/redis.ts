import { Redis } from 'ioredis'
import { reachMs } from './backend.ts'
import { UnfitBackendError } from './errors.ts'

/** Apart from whatever else lives on the same Redis. */
export const prefix = 'night-routine'

const reconnecting = {
  connectTimeout: reachMs,
  keepAlive: 5_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, 1_000),
}

/** A connection on which a command fails at once while the server is away. */
export function producerConnection(url: string) {
  return {
    ...reconnecting,
    url,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A connection that died in silence would be waited for until TCP gives up.
    socketTimeout: reachMs,
  }
}

/** A connection on which a command waits for the server to come back. */
export function workerConnection(url: string) {
  return { ...reconnecting, url, maxRetriesPerRequest: null }
}

/** Reaches the server, and throws UnfitBackendError when it may throw jobs away to save memory. */
export async function checkRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    connectTimeout: reachMs,
    commandTimeout: reachMs,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // ioredis rejects with "Connection is closed" and tells the cause in an event.
  let cause: Error | undefined
  redis.on('error', error => {
    cause = error
  })
  try {
    await redis.connect()
    refuseEviction(await redis.info('memory'))
  } catch (error) {
    throw error instanceof UnfitBackendError ? error : (cause ?? error)
  } finally {
    redis.disconnect()
  }
}

// INFO and not CONFIG GET: hosted Redis has often locked the latter away.
function refuseEviction(info: string): void {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return
  throw new UnfitBackendError(
    `This Redis may throw jobs away when it is full: its maxmemory-policy is ${policy}. ` +
      'Start it with --maxmemory-policy noeviction.',
  )
}
