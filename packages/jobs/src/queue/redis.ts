import { Cluster, Redis } from 'ioredis'
import { usualReachMs, type Backend } from './backend.ts'
import { UnfitBackendError } from './errors.ts'

/**
 * Apart from whatever else lives on the same Redis. The braces keep all keys of a queue on one node of a
 * cluster, where a script may only touch what lies together; on a single Redis they mean nothing.
 */
export const prefix = '{night-routine}'

/** How the address of a cluster begins: `redis+cluster://` or, with TLS, `rediss+cluster://` any of its nodes. */
const clusterScheme = /^(rediss?)\+cluster:/

const reconnecting = {
  keepAlive: 5_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, 1_000),
}

/** A connection on which a command fails at once while the server is away. */
export function producerConnection(backend: Backend) {
  return connectionTo(backend, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // A connection that died in silence would be waited for until TCP gives up.
    socketTimeout: backend.reachMs ?? usualReachMs,
  })
}

/** A connection on which a command waits for the server to come back. */
export function workerConnection(backend: Backend) {
  return connectionTo(backend, { maxRetriesPerRequest: null })
}

/** How long somebody waits for a server that is away. */
interface Patience {
  enableOfflineQueue?: boolean
  maxRetriesPerRequest: number | null
  socketTimeout?: number
}

function connectionTo({ url, reachMs = usualReachMs }: Backend, options: Patience) {
  const all = { ...reconnecting, connectTimeout: reachMs, ...options }
  return clusterScheme.test(url) ? cluster(url, all) : { ...all, url }
}

function cluster(url: string, options: Patience): Cluster {
  const { hostname, port, username, password, protocol } = new URL(url)
  const secure = protocol.startsWith('rediss')
  return new Cluster([{ host: hostname, port: Number(port || 6379) }], {
    enableOfflineQueue: options.enableOfflineQueue ?? true,
    clusterRetryStrategy: reconnecting.retryStrategy,
    // A certificate is made out to a name: what the cluster says of its nodes is not turned into addresses.
    ...(secure ? { dnsLookup: (name, found) => found(null, name) } : {}),
    redisOptions: {
      ...options,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(secure ? { tls: {} } : {}),
    },
  })
}

/** Reaches the server, and throws UnfitBackendError when it may throw jobs away to save memory. */
export async function checkRedis({ url, reachMs = usualReachMs }: Backend): Promise<void> {
  // Of a cluster, the node that the address names.
  const redis = new Redis(url.replace(clusterScheme, '$1:'), {
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
