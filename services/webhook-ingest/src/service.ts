import { findChannels, learnResource } from '@night-routine/database/calendar'
import { awaitSchema, connect } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { checkBackend, chooseBackend, createProducer, reachBackend } from '@night-routine/jobs'
import {
  countAnswers,
  createService,
  health,
  metricsPort,
  contextToPass,
  type ServiceDependencies,
  inBatches,
  withinTime,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import {
  notification,
  takeNotifications,
  type Notification,
} from './routes/notification/notification.ts'
import { spacedWakes } from './spaced-wakes.ts'

export { configSchema } from './config.ts'

/** The contract's neutral prefix; the provider's prefix is a setting. */
const neutralPrefix = 'x-provider-'

/** A request waits for the current round and its own, so an answer takes at most 4 s. */
const roundMs = 2_000
const restBetweenWakesMs = 1_000

/**
 * The service, not listening yet. It needs only PostgreSQL: without it every notification gets 503, and without the
 * queue the worker's sweep finds the job request. @throws UnfitBackendError for a Redis that may evict jobs
 */
export async function buildService({
  config,
  logger,
  clock,
}: ServiceDependencies<Config>): Promise<FastifyInstance> {
  const backend = chooseBackend(config.REDIS_URL)
  await checkBackend(backend, logger)
  const db = connect({ url: config.DATABASE_URL, applicationName: 'webhook-ingest' })
  const producer = createProducer({ backend, logger })
  // It answers from the start, with 503 until the database is there.
  const closing = new AbortController()
  const waiting = awaitSchema(db, {
    signal: closing.signal,
    onWaiting: error => logger.warn({ err: error }, 'waiting for the database'),
  }).catch(() => undefined)
  const wakes = spacedWakes(() => producer.wake('pull', contextToPass()), {
    restMs: restBetweenWakesMs,
  })

  // Requests in flight share one read and one write that start after they arrived. Nothing is cached, so
  // a new, retired or stopped channel is recognized with the next notification.
  const takeRound = inBatches((found: readonly Notification[]) => {
    const taken = takeNotifications(found, {
      findChannels: channelIds => findChannels(db, channelIds),
      requestPull: async signals => {
        await requestJob(db, 'pull', { signals })
        wakes.soon()
      },
      learnResource: (...resource) => learnResource(db, ...resource),
      clock,
      logger,
    })
    return withinTime(taken, roundMs)
  })

  const trustedProxies = config.TRUSTED_PROXIES
  const service = createService({ logger, trustedProxies, handlerTimeoutMs: 0 })
  // Closed in reverse order of opening.
  service.addHook('onClose', async () => {
    closing.abort()
    await waiting
    await db.destroy()
  })
  service.addHook('onClose', () => producer.close())
  service.addHook('onClose', () => wakes.close())

  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: [countAnswers(service)],
  })
  await service.register(notification, {
    headerPrefixes: [config.WEBHOOK_HEADER_PREFIX, neutralPrefix],
    take: async found => (await takeRound(found)).has(found),
  })
  await service.register(health, {
    required: { database: signal => awaitSchema(db, { signal }) },
    reported: { queue: () => reachBackend(backend) },
  })
  return service
}
