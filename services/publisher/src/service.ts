import type { Database } from '@night-routine/database'
import { prepareHousehold } from '@night-routine/household'
import {
  createWorkerService,
  publish,
  startLoop,
  startWorking,
  type Backend,
  type RunningWorker,
} from '@night-routine/jobs'
import type { Metric } from '@night-routine/service'
import type { FastifyInstance } from 'fastify'
import { askAtStart, askWhenOld, publishRequest } from './ask.ts'
import type { PublisherDependencies } from './config.ts'
import { failureOf } from './failure.ts'
import { publishJob } from './jobs/publish.ts'

const lookEverySeconds = 60

/**
 * One instance of the publisher, not listening yet. Work starts when the database has its schema.
 * @throws UnfitBackendError for a Redis that may evict jobs
 */
export async function buildService(dependencies: PublisherDependencies): Promise<FastifyInstance> {
  const { config, logger } = dependencies
  const onFailure = (error: unknown) => logger.warn({ err: error }, 'household not ready')
  return createWorkerService({
    name: 'publisher',
    config,
    logger,
    plan: (db, backend) => ({
      metrics: [lastSuccess(db)],
      reported: { publishing: () => requirePublished(db) },
      prepare: signal => prepareHousehold({ db, settings: config, onFailure, signal }),
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
    places: new Map([['publish', { contract: publish, job: publishJob(db, dependencies) }]]),
    failureOf,
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
  if (request?.lastError) throw new Error(request.lastError)
}

function lastSuccess(db: Database): Metric {
  return {
    name: 'night_routine_publish_last_success_timestamp_seconds',
    help: 'When the published site last matched the plan; absent before the first publish.',
    type: 'gauge',
    read: async () => {
      const doneAt = (await publishRequest(db))?.doneAt
      return doneAt ? [{ value: doneAt.epochMilliseconds / 1000 }] : []
    },
  }
}
