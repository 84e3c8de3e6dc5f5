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
import { checkBackend, reachBackend } from '../queue/check-backend.ts'

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
  const backend = chooseBackend(config.REDIS_URL)
  await checkBackend(backend, logger)
  const db = connect({ url: config.DATABASE_URL, applicationName: name })
  const { metrics, reported, prepare, start } = plan(db, backend)
  // Calls within this process leave nothing to count, and only users of a queue load its library.
  const depth =
    backend.kind === 'process'
      ? undefined
      : (await import('../queue/queue-depth.ts')).queueDepth(backend, logger)

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
    await depth?.close()
    await db.destroy()
  })
  await service.register(metricsPort, {
    port: config.METRICS_PORT,
    host: config.METRICS_HOST,
    metrics: depth ? [...metrics, depth] : metrics,
  })
  await service.register(health, {
    required: {
      database: () => readSettingsRow(db),
      sweep: async () => {
        const silence = underway?.sinceSweep() ?? Infinity
        if (silence > longestSilenceSeconds) throw new Error(`no sweep for ${silence} s`)
      },
    },
    reported: { ...reported, queue: () => reachBackend(backend) },
  })
  return service
}
