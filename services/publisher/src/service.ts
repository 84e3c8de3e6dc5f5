import { connect, readSettings, readWork } from '@night-routine/database'
import { prepareHousehold } from '@night-routine/household'
import { checkBackend, chooseBackend, publish } from '@night-routine/queues'
import {
  createService,
  health,
  metricsPort,
  type ServiceDependencies,
} from '@night-routine/service'
import { startLoop, startWorking, type Loop, type Working } from '@night-routine/work'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { failureOf } from './failure.ts'
import { publishJob } from './jobs/publish.ts'
import { askAtStart, askOnNewDay } from './new-day.ts'
import { accountIn } from './site/account.ts'

const longestSilenceSeconds = 90
const newDaySeconds = 60

/**
 * The publisher, in one instance that does not listen yet: it serves nobody but health checks. Work starts
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
  const db = connect({ url: config.DATABASE_URL, applicationName: 'publisher' })
  const account = accountIn(config)
  const job = publishJob({ db, account, clock, logger, restSeconds: config.PUBLISH_REST_SECONDS })

  const closing = new AbortController()
  const parts: (Loop | Working)[] = []
  let working: Working | undefined
  const start = async () => {
    const onFailure = (error: unknown) =>
      logger.warn({ err: error }, 'the household is not there yet')
    if (!(await prepareHousehold({ db, settings: config, onFailure, signal: closing.signal })))
      return
    await askAtStart(db).catch((error: unknown) => logger.warn({ err: error }, 'could not ask'))
    const started = startWorking({
      db,
      backend,
      places: new Map([['publish', { contract: publish, job }]]),
      failureOf,
      logger,
      sweepSeconds: config.SWEEP_SECONDS,
      leaseSeconds: config.LEASE_SECONDS,
    })
    const looking = startLoop({
      name: 'new day',
      everySeconds: newDaySeconds,
      logger,
      work: async () => {
        if (await askOnNewDay(db, clock.now())) void started.wake('publish')
        return newDaySeconds
      },
    })
    working = started
    parts.push(looking, started)
  }
  const started = start()

  const service = createService({ logger, trustedProxies: config.TRUSTED_PROXIES })
  service.addHook('onClose', async () => {
    closing.abort()
    await started
    await Promise.all(parts.map(part => part.close()))
    await db.destroy()
  })
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: [
      {
        name: 'night_routine_publish_last_success_timestamp_seconds',
        help: 'When the published site was last found to agree with the plan; absent before.',
        type: 'gauge',
        read: async () =>
          (await readWork(db)).flatMap(({ kind, doneAt }) =>
            kind === 'publish' && doneAt !== null
              ? [{ value: doneAt.epochMilliseconds / 1000 }]
              : [],
          ),
      },
    ],
  })
  await service.register(health, {
    required: {
      database: () => readSettings(db),
      sweep: async () => {
        const silence = working?.sinceSweep() ?? Infinity
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
