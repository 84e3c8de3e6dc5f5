import { connect, parseSecretKeys } from '@night-routine/database'
import { connectProvider } from '@night-routine/calendar-sync'
import { prepareHousehold } from '@night-routine/household'
import { checkBackend, chooseBackend, createProducer } from '@night-routine/jobs'
import { traced, type ServiceDependencies } from '@night-routine/service'
import type { Config } from './config.ts'

/** The database, queue and provider behind the routes. */
export type Dependencies = ReturnType<typeof openDependencies>

/** Opens database, queue and provider. They may still be down: the household is prepared once they are up. */
export function openDependencies({ config, logger, clock }: ServiceDependencies<Config>) {
  const database = {
    url: config.DATABASE_URL,
    applicationName: 'web',
    onConnectionLost: (error: Error) => logger.warn({ err: error }, 'database connection lost'),
  }
  const db = connect(database)
  // Requests waiting for the household's lock must not use up the pages' connections.
  const lockingDb = connect({ ...database, maxConnections: 2 })
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const backend = chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL })
  const producer = createProducer({ backend, logger })
  const closing = new AbortController()
  const prepared = prepareHousehold({
    db,
    settings: config,
    onFailure: error => logger.warn({ err: error }, 'household not ready'),
    signal: closing.signal,
  })

  return {
    db,
    lockingDb,
    keys,
    producer,
    clock,
    ...connectProvider({
      settings: config,
      db,
      keys,
      now: () => clock.now(),
      logger,
      traced,
    }),
    /** Rejects while the queue is down. The sweep then does the work half a minute later. */
    checkQueue: async () => {
      if ((await checkBackend(backend)) === 'away') throw new Error('the queue is away')
    },
    close: async () => {
      closing.abort()
      await prepared
      await producer.close()
      await Promise.all([db.destroy(), lockingDb.destroy()])
    },
  }
}
