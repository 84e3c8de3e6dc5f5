import type { Backend } from './backend.ts'
import { UnfitBackendError } from './errors.ts'
import { prepareBackend } from './open.ts'
import type { QueueLogger } from './queue-logger.ts'

/**
 * Says whether the queue's server is there, for the start of a service and for its readiness.
 *
 * A server that is away stops nobody: the reason is logged, workers go on looking for it, and
 * sweeps find the work meanwhile. A Redis that may evict jobs throws UnfitBackendError, which a
 * service that starts lets through; one that turns up later gets no worker until it is mended.
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
    logger?.warn({ err: error }, 'the queue is away; sweeps find the work until it is back')
    return 'away'
  }
}
