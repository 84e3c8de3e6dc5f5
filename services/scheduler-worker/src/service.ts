import { openCalendarProvider, webhookAddress } from '@night-routine/calendar'
import { readClockProblem } from '@night-routine/database/clock'
import { parseSecretKeys } from '@night-routine/database/connection'
import { connectProvider } from '@night-routine/calendar-sync'
import { prepareHousehold } from '@night-routine/household'
import { channelsSetUp } from '@night-routine/notifications'
import type { ServiceDependencies } from '@night-routine/service'
import { createWorkerService } from '@night-routine/jobs'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { workerJobs } from './jobs.ts'
import { workerMetrics } from './metrics.ts'
import { countDeliveries } from './notify/delivery-metric.ts'
import { openChannels } from './notify/open-channels.ts'
import { planMetrics } from './plan-metrics.ts'
import { startSchedule } from './schedule.ts'

export { configSchema } from './config.ts'

/** The worker, not listening yet; work starts with the schema. @throws UnfitBackendError if Redis may evict jobs */
export async function buildService(
  dependencies: ServiceDependencies<Config>,
): Promise<FastifyInstance> {
  const { config, logger, clock } = dependencies
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const publicUrl = config.PUBLIC_URL
  const address = webhookAddress(config, openCalendarProvider(config))
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'household not ready')
  const onWaiting = (error: unknown) => logger.warn({ err: error }, 'waiting for the database')
  return createWorkerService({
    name: 'scheduler-worker',
    config,
    logger,
    plan: (db, backend) => {
      const connected = { settings: config, db, keys, now: () => clock.now(), logger }
      const { provider, calendars: calendar, providerAnswers } = connectProvider(connected)
      const setUp = channelsSetUp(config)
      const senders = async () => openChannels(setUp, { config, db, keys, clock, logger })
      const { grants } = provider
      const { count: onDelivery, metric } = countDeliveries()
      const context = { db, address, setUp, clock, logger }
      const sending = { keys, publicUrl, senders, onDelivery }
      const jobs = workerJobs({ ...context, ...sending, calendar, grants })
      const { MQTT_URL: url, MQTT_DISCOVERY_PREFIX: prefix } = config
      const homeAssistant = url === undefined ? null : { url, prefix, publicUrl }
      const { SWEEP_SECONDS: sweepSeconds, LEASE_SECONDS: leaseSeconds } = config
      const times = { sweepSeconds, leaseSeconds }
      return {
        metrics: [
          ...workerMetrics(db, { address, clock }),
          ...planMetrics({ db, clock }),
          providerAnswers,
          metric,
        ],
        reported: {
          clock: async () => ((await readClockProblem(db, clock)) === null ? 'ok' : 'wrong'),
        },
        prepare: signal => prepareHousehold({ db, settings: config, onFailure, onWaiting, signal }),
        start: () => startSchedule({ ...context, ...times, backend, jobs, homeAssistant }),
      }
    },
  })
}
