import { UnfitBackendError, type Backend, type QueueLogger } from './backend.ts'

/**
 * Checks what carries the wake-ups, when a service starts and for its readiness. A service runs without it: the
 * workers keep trying to connect, and sweeps find the work meanwhile.
 * @throws UnfitBackendError for a Redis that may evict jobs; a service does not start with it
 */
export async function checkBackend(
  backend: Backend,
  logger?: QueueLogger,
): Promise<'ready' | 'away'> {
  if (backend.kind === 'process') {
    if (backend.url === '')
      logger?.warn({}, 'wake-ups between processes need REDIS_URL; sweeps find the work later')
    return 'ready'
  }
  try {
    const { checkRedis } = await import('./redis.ts')
    await checkRedis(backend)
    return 'ready'
  } catch (error) {
    if (error instanceof UnfitBackendError) throw error
    logger?.warn({ err: error }, 'queue unreachable')
    return 'away'
  }
}
