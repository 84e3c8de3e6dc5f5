import { grantRoles } from '@night-routine/database/connection'
import { kindNames } from '../kinds.ts'
import { UnfitBackendError, type Backend, type QueueLogger } from './backend.ts'

/** Migrates the tables of a queue in PostgreSQL as their owner, and grants the services what they need. */
export async function migrateQueue(url: string): Promise<void> {
  const { migrate } = await import('./postgresql.ts')
  await migrate({ kind: 'postgresql', url }, kindNames)
  await grantRoles(url)
}

/**
 * Checks the queue's server, when a service starts and for its readiness. A service runs without the server:
 * the workers keep trying to connect, and sweeps find the work meanwhile.
 * @throws UnfitBackendError for a Redis that may evict jobs; a service does not start with it
 */
export async function checkBackend(
  backend: Backend,
  logger?: QueueLogger,
): Promise<'ready' | 'away'> {
  if (backend.kind === 'process') return 'ready'
  try {
    const { prepareBackend } = await import('./open.ts')
    await prepareBackend(backend)
    return 'ready'
  } catch (error) {
    if (error instanceof UnfitBackendError) throw error
    logger?.warn({ err: error }, 'queue unreachable')
    return 'away'
  }
}
