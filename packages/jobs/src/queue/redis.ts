import { Cluster, Redis } from 'ioredis'
import { UnfitBackendError, usualReachMs, type Backend } from './backend.ts'

/**
 * Separates our keys from others on the same Redis. The braces make Redis Cluster keep all keys of a
 * queue on one node, as its scripts require; a single Redis ignores them.
 */
export const prefix = '{night-routine}'

/** The schemes of a cluster's address: `redis+cluster://`, or `rediss+cluster://` with TLS, and any of its nodes. */
const clusterScheme = /^(rediss?)\+cluster:/

const reconnecting = {
  keepAlive: 5_000,
  retryStrategy: (attempt: number) => Math.min(attempt * 200, 1_000),
}

/** A connection whose commands fail at once while the server is down. */
export function producerConnection(backend: Backend) {
  return connectionTo(backend, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    // Without this, a dead connection is noticed only when TCP gives up.
    socketTimeout: backend.reachMs ?? usualReachMs,
  })
}

/** A connection whose commands wait until the server is back. */
export function workerConnection(backend: Backend) {
  return connectionTo(backend, { maxRetriesPerRequest: null })
}

/** What a command does while the server is down. */
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
    // A certificate names a host, so the host names that the cluster reports are not resolved to addresses.
    ...(secure ? { dnsLookup: (name, found) => found(null, name) } : {}),
    redisOptions: {
      ...options,
      ...(username === '' ? {} : { username: decodeURIComponent(username) }),
      ...(password === '' ? {} : { password: decodeURIComponent(password) }),
      ...(secure ? { tls: {} } : {}),
    },
  })
}

/** By address, so that all queues of a process share one check when they open or close together. */
const checking = new Map<string, Promise<void>>()

/**
 * Connects to the server within a few seconds. Throws the connection error, or UnfitBackendError for a server that
 * may evict jobs to save memory.
 */
export async function checkRedis(backend: Backend) {
  const { url } = backend
  const checked = checking.get(url) ?? check(backend).finally(() => checking.delete(url))
  checking.set(url, checked)
  return checked
}

async function check({ url, reachMs = usualReachMs }: Backend) {
  // For a cluster, this checks the node in the address.
  const redis = new Redis(url.replace(clusterScheme, '$1:'), {
    connectTimeout: reachMs,
    commandTimeout: reachMs,
    lazyConnect: true,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  })
  // ioredis rejects with "Connection is closed" and reports the cause in an event.
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

// INFO instead of CONFIG GET, because hosted Redis often forbids the latter.
function refuseEviction(info: string) {
  const policy = /^maxmemory_policy:(\S+)/m.exec(info)?.[1]
  if (policy === undefined || policy === 'noeviction') return
  throw new UnfitBackendError(
    `This Redis may delete jobs when it is full: its maxmemory-policy is ${policy}. ` +
      'Start it with --maxmemory-policy noeviction.',
  )
}
