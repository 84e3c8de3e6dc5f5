import { UnfitBackendError, type Backend, type QueueLogger } from './backend.ts'

/** Resolves when the queue can be used. @throws the connection error, or UnfitBackendError for a Redis that may evict jobs */
export async function reachBackend(backend: Backend) {
  if (backend.kind === 'process') return
  const { checkRedis } = await import('./redis.ts')
  await checkRedis(backend)
}

/**
 * The same when a service starts, which runs without the queue: the workers keep trying to connect, and sweeps find
 * the work meanwhile.
 * @throws UnfitBackendError; a service does not start with it
 */
export async function checkBackend(backend: Backend, logger: QueueLogger) {
  if (backend.url === '')
    logger.warn({}, 'wake-ups between processes need REDIS_URL; sweeps find the work later')
  try {
    await reachBackend(backend)
  } catch (error) {
    if (error instanceof UnfitBackendError) throw error
    logger.warn({ err: error }, 'queue unreachable')
  }
}
