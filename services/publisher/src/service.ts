import { readClockProblem } from '@night-routine/database/clock'
import { transaction, type Database, type Queryable } from '@night-routine/database/connection'
import { readJobRequests, requestJob, type JobStatus } from '@night-routine/database/jobs'
import { readPublication } from '@night-routine/database/site'
import { prepareHousehold, readSettings, tonight } from '@night-routine/household'
import {
  createWorkerService,
  startLoop,
  startWorking,
  type Backend,
  type Job,
  type KindsOf,
  type RunningWorker,
} from '@night-routine/jobs'
import type { Metric } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import type { PublisherDependencies } from './config.ts'
import { failureOf } from './failure.ts'
import { publishJob } from './jobs/publish.ts'

export { configSchema } from './config.ts'

const lookEverySeconds = 60
const hoursBetweenChecks = 1

/** The publisher, not listening yet; work starts with the schema. @throws UnfitBackendError if Redis may evict jobs */
export async function buildService(dependencies: PublisherDependencies): Promise<FastifyInstance> {
  const { config, logger } = dependencies
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'household not ready')
  const onWaiting = (error: unknown) => logger.warn({ err: error }, 'waiting for the database')
  return createWorkerService({
    name: 'publisher',
    config,
    logger,
    plan: (db, backend) => ({
      metrics: [lastSuccess(db)],
      reported: { publishing: () => requirePublished(db) },
      prepare: signal => prepareHousehold({ db, settings: config, onFailure, onWaiting, signal }),
      start: () => startPublishing(dependencies, db, backend),
    }),
  })
}

async function startPublishing(
  dependencies: PublisherDependencies,
  db: Database,
  backend: Backend,
): Promise<RunningWorker> {
  const { config, logger, clock } = dependencies
  await askAtStart(db).catch((error: unknown) =>
    logger.warn({ err: error }, 'publish request at startup failed'),
  )
  const working = startWorking({
    db,
    backend,
    jobs: { publish: publishJob(db, dependencies) } satisfies Record<KindsOf<'publisher'>, Job>,
    failureOf,
    mayRun: async () => (await readClockProblem(db, clock)) === null,
    logger,
    sweepSeconds: config.SWEEP_SECONDS,
    leaseSeconds: config.LEASE_SECONDS,
  })
  const looking = startLoop({
    name: 'old pages',
    everySeconds: lookEverySeconds,
    logger,
    work: async () => {
      if (await askWhenOld(db, clock.now())) void working.wake('publish')
      return lookEverySeconds
    },
  })
  return {
    sinceSweep: () => working.sinceSweep(),
    close: async () => {
      await Promise.all([looking.close(), working.close()])
    },
  }
}

/** @throws Error while publishing fails */
async function requirePublished(db: Database): Promise<void> {
  const request = await publishRequest(db)
  if (request?.lastError) throw new Error(request.lastError.code)
}

function lastSuccess(db: Database): Metric {
  return {
    name: 'night_routine_publish_last_success_timestamp_seconds',
    help: 'When a publish job last succeeded, also one with nothing to publish; absent before the first.',
    read: async () => {
      const doneAt = (await publishRequest(db))?.doneAt
      return doneAt ? [{ value: doneAt.epochMilliseconds / 1000 }] : []
    },
  }
}

/** The job request of publishing; undefined before the first one. */
async function publishRequest(q: Queryable): Promise<JobStatus | undefined> {
  return (await readJobRequests(q)).find(({ kind }) => kind === 'publish')
}

/**
 * Requests a publish when the pages show an older date as tonight, and once an hour in case the host lost a file.
 * Leaves a pending or failed request alone. @returns whether it made one
 */
export async function askWhenOld(db: Database, now: Temporal.Instant): Promise<boolean> {
  return transaction(db, async trx => {
    const settings = await readSettings(trx)
    if (!settings.publish) return false
    const { publishedOn, publishedAt } = await readPublication(trx)
    const request = await publishRequest(trx)
    if (request !== undefined && request.requestNumber > request.doneNumber) return false
    const isToday = publishedOn?.equals(tonight(settings, now)) === true
    const isFresh =
      publishedAt !== null && now.since(publishedAt).total('hours') < hoursBetweenChecks
    if (isToday && isFresh) return false
    await requestJob(trx, 'publish')
    return true
  })
}

/** Requests a publish at startup: the settings may have changed, or the host may be back. */
async function askAtStart(db: Database): Promise<void> {
  const settings = await readSettings(db)
  const { removalRequestedAt } = await readPublication(db)
  if (settings.publish || removalRequestedAt !== null) await requestJob(db, 'publish')
}
