import {
  awaitSchema,
  connect,
  findChannels,
  learnResource,
  requestWork,
} from '@night-routine/database'
import { checkBackend, chooseBackend, createProducer, pull } from '@night-routine/jobs'
import {
  countAnswers,
  createService,
  health,
  metricsPort,
  trailToPass,
  type ServiceDependencies,
  inRounds,
  withinTime,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import type { Notification } from './routes/notification/headers.ts'
import { notification } from './routes/notification/notification.ts'
import { takeNotifications } from './routes/notification/take.ts'
import { spacedWakes } from './spaced-wakes.ts'

/** The contract's neutral prefix; the provider's own is a setting. */
const neutralPrefix = 'x-provider-'

/** A request waits for the rest of one round and for its own: an answer takes 4 s at most. */
const roundMs = 2_000
const restBetweenWakesMs = 1_000

/**
 * The service in one instance that does not listen yet. It needs PostgreSQL and nothing else: without
 * it each notification is answered 503, and without the queue a sweep of the worker finds the marker.
 * @throws UnfitBackendError for a Redis that may evict jobs
 */
export async function buildService({
  config,
  logger,
  clock,
}: ServiceDependencies<Config>): Promise<FastifyInstance> {
  const backend = chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL })
  await checkBackend(backend, logger)
  const db = connect({ url: config.DATABASE_URL, applicationName: 'webhook-ingest' })
  const producer = createProducer({ backend, logger })
  const wakes = spacedWakes(() => producer.wake(pull, trailToPass()), {
    restMs: restBetweenWakesMs,
  })

  // Requests in flight share one read and one write, both begun after they arrived. Nothing is kept
  // any longer: that a channel is new, retired or stopped holds for the next notification.
  const takeRound = inRounds((found: readonly Notification[]) => {
    const taken = takeNotifications(found, {
      findChannels: channelIds => findChannels(db, channelIds),
      requestPull: async signals => {
        await requestWork(db, 'pull', { signals })
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
  // What is opened first is closed last.
  service.addHook('onClose', () => db.destroy())
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
    reported: {
      queue: async () => {
        if ((await checkBackend(backend)) === 'away') throw new Error('the queue is away')
      },
    },
  })
  return service
}
