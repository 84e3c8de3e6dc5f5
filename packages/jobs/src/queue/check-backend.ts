import type { Backend } from './backend.ts'
import { UnfitBackendError } from './errors.ts'
import { prepareBackend } from './open.ts'
import type { QueueLogger } from './queue-logger.ts'

/**
 * Checks the queue's server, when a service starts and for its readiness.
 *
 * A service runs without the server: the workers keep trying to connect, and sweeps find the work
 * meanwhile. A Redis that may evict jobs throws UnfitBackendError, which ends a service that starts. When
 * such a Redis appears later, workers take no jobs from it until its policy is fixed.
 */
export async function checkBackend(
  backend: Backend,
  logger?: QueueLogger,
): Promise<'ready' | 'away'> {
  try {
    await prepareBackend(backend)
    return 'ready'
  } catch (error) {
    if (error instanceof UnfitBackendError) throw error
    logger?.warn({ err: error }, 'queue unreachable')
    return 'away'
  }
}
