import { connect, type Database } from '@night-routine/database/connection'
import { readSettingsRow } from '@night-routine/database/nights'
import {
  createService,
  health,
  metricsPort,
  type Logger,
  type Metric,
} from '@night-routine/service'
import { chooseBackend, type Backend } from '../queue/backend.ts'
import { checkBackend } from '../queue/check-backend.ts'
import type { QueueWatch } from '../queue/watch-queues.ts'

const longestSilenceSeconds = 90

/** The running part of a worker. */
export interface RunningWorker {
  /** Seconds since the last sweep; infinite before the first. */
  sinceSweep(): number
  close(): Promise<void>
}

/** The settings that every worker has. */
interface WorkerConfig {
  DATABASE_URL: string
  REDIS_URL?: string | undefined
  TRUSTED_PROXIES: string[]
  METRICS_PORT?: number | undefined
  METRICS_HOST: string
}

/** What a worker does with the database and the queue. */
export interface WorkerPlan {
  metrics: Metric[]
  /** What /readyz reports besides the queue; the worker is ready even if one of these fails. */
  reported?: Readonly<Record<string, () => Promise<unknown>>>
  /** Waits until everything that the work needs is available. @returns false when it was aborted */
  prepare: (signal: AbortSignal) => Promise<boolean>
  start: () => Promise<RunningWorker> | RunningWorker
}

/**
 * A worker as a service that serves only health checks and metrics; the caller makes it listen. The work
 * starts when `prepare` is done, and is released when the instance closes.
 * @throws UnfitBackendError for a Redis that may evict jobs
 */
export async function createWorkerService({
  name,
  config,
  logger,
  plan,
}: {
  name: string
  config: WorkerConfig
  logger: Logger
  plan: (db: Database, backend: Backend) => WorkerPlan
}): Promise<ReturnType<typeof createService>> {
  const backend = chooseBackend({ redisUrl: config.REDIS_URL, databaseUrl: config.DATABASE_URL })
  await checkBackend(backend, logger)
  const db = connect({ url: config.DATABASE_URL, applicationName: name })
  const { metrics, reported, prepare, start } = plan(db, backend)
  const watch = await watchServer(backend, logger)

  const closing = new AbortController()
  let underway: RunningWorker | undefined
  const prepareAndStart = async () => {
    if (await prepare(closing.signal)) underway = await start()
  }
  const started = prepareAndStart()

  const service = createService({ logger, trustedProxies: config.TRUSTED_PROXIES })
  service.addHook('onClose', async () => {
    closing.abort()
    await started
    await underway?.close()
    await watch?.close()
    await db.destroy()
  })
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: watch ? [...metrics, queueDepth(watch)] : metrics,
    ...(watch && { pages: inside => watch.dashboard(inside) }),
  })
  await service.register(health, {
    required: {
      database: () => readSettingsRow(db),
      sweep: async () => {
        const silence = underway?.sinceSweep() ?? Infinity
        if (silence > longestSilenceSeconds) throw new Error(`no sweep for ${silence} s`)
      },
    },
    reported: {
      ...reported,
      queue: async () => {
        if ((await checkBackend(backend)) === 'away') throw new Error('the queue is unreachable')
      },
    },
  })
  return service
}

/** The queues of a server, for operators; calls within this process leave nothing to see. */
async function watchServer(backend: Backend, logger: Logger): Promise<QueueWatch | undefined> {
  if (backend.kind === 'process') return undefined
  const { watchQueues } = await import('../queue/watch-queues.ts')
  return watchQueues({ backend, logger, path: '/queues' })
}

function queueDepth({ depths }: Pick<QueueWatch, 'depths'>): Metric {
  return {
    name: 'night_routine_queue_jobs',
    help: 'Wake-ups in each queue, by state. The sweep finds work whose wake-up was lost.',
    type: 'gauge',
    labels: ['queue', 'state'],
    read: async () =>
      (await depths()).map(({ queue, state, jobs }) => ({ labels: { queue, state }, value: jobs })),
  }
}
