import { connect, parseSecretKeys, readSettings } from '@night-routine/database'
import { connectProvider, prepareHousehold } from '@night-routine/household'
import { chooseBackend, checkBackend } from '@night-routine/queues'
import {
  createService,
  health,
  metricsPort,
  type ServiceDependencies,
} from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { channelJob } from './jobs/channel.ts'
import { planJob } from './jobs/plan.ts'
import { pullJob } from './jobs/pull.ts'
import { pushJob } from './jobs/push.ts'
import { workerMetrics } from './metrics.ts'
import { startSchedule, type Schedule } from './schedule.ts'
import { webhookAddress } from './webhook-address.ts'

const longestSilenceSeconds = 90

/**
 * The worker, in one instance that does not listen yet: it serves nobody but health checks. Work starts
 * when the database has its schema, however late that is.
 * @throws UnfitBackendError for a Redis that may evict jobs
 */
export async function buildService({
  config,
  logger,
  clock,
}: ServiceDependencies<Config>): Promise<FastifyInstance> {
  const backend = chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL })
  await checkBackend(backend, logger)
  const db = connect({ url: config.DATABASE_URL, applicationName: 'scheduler-worker' })
  const keys = parseSecretKeys(config.SECRET_KEYS)
  // Nobody signs in here; the grant of whoever did is only renewed, or given back.
  const provider = connectProvider({ settings: config, db, keys, now: () => clock.now() })
  const calendar = provider.calendars
  const publicUrl = config.PUBLIC_URL
  const address = webhookAddress(config)
  const jobs = {
    channel: channelJob({ ...provider, db, keys, calendar, address, clock, logger }),
    plan: planJob({ db, clock, logger }),
    pull: pullJob({ db, calendar, clock, logger }),
    push: pushJob({ db, calendar, clock, publicUrl, logger }),
  }

  const closing = new AbortController()
  let schedule: Schedule | undefined
  const { SWEEP_SECONDS: sweepSeconds, LEASE_SECONDS: leaseSeconds } = config
  const start = async () => {
    const onFailure = (error: unknown) =>
      logger.warn({ err: error }, 'the household is not there yet')
    if (await prepareHousehold({ db, settings: config, onFailure, signal: closing.signal }))
      schedule = startSchedule({
        db,
        backend,
        jobs,
        address,
        clock,
        logger,
        sweepSeconds,
        leaseSeconds,
      })
  }
  const started = start()

  const service = createService({ logger, trustedProxies: config.TRUSTED_PROXIES })
  service.addHook('onClose', async () => {
    closing.abort()
    await started
    await schedule?.close()
    await db.destroy()
  })
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: workerMetrics({ db, address, clock }),
  })
  await service.register(health, {
    required: {
      database: () => readSettings(db),
      sweep: async () => {
        const silence = schedule?.sinceSweep() ?? Infinity
        if (silence > longestSilenceSeconds) throw new Error(`no sweep for ${silence} s`)
      },
    },
    reported: {
      queue: async () => {
        if ((await checkBackend(backend)) === 'away') throw new Error('the queue is away')
      },
    },
  })
  return service
}
