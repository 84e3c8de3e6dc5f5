import { parseSecretKeys, readJobRequests, type Database } from '@night-routine/database'
import { prepareHousehold } from '@night-routine/household'
import {
  createWorkerService,
  publish,
  startLoop,
  startWorking,
  type Backend,
  type RunningWorker,
} from '@night-routine/jobs'
import type { Metric, ServiceDependencies } from '@night-routine/service'
import type { Patience } from '@night-routine/vault-api'
import type { FastifyInstance } from 'fastify'
import type { Config } from './config.ts'
import { failureOf } from './failure.ts'
import { publishJob } from './jobs/publish.ts'
import { askAtStart, askWhenOld } from './ask.ts'
import { accountIn } from './site/account.ts'

const lookEverySeconds = 60

export interface PublisherDependencies extends ServiceDependencies<Config> {
  /** Retry timing within a run; shorter in tests. */
  patience?: Partial<Patience>
}

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
  { config, logger, clock, patience = {} }: PublisherDependencies,
  db: Database,
  backend: Backend,
): Promise<RunningWorker> {
  await askAtStart(db).catch((error: unknown) =>
    logger.warn({ err: error }, 'publish request at startup failed'),
  )
  const job = publishJob({
    db,
    keys: parseSecretKeys(config.SECRET_KEYS),
    account: accountIn(config),
    clock,
    logger,
    patience,
    restSeconds: config.PUBLISH_REST_SECONDS,
  })
  const working = startWorking({
    db,
    backend,
    places: new Map([['publish', { contract: publish, job }]]),
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
  const marker = (await readJobRequests(db)).find(({ kind }) => kind === 'publish')
  if (marker?.lastError) throw new Error(marker.lastError)
}

function lastSuccess(db: Database): Metric {
  return {
    name: 'night_routine_publish_last_success_timestamp_seconds',
    help: 'When the published site last matched the plan; absent before the first publish.',
    type: 'gauge',
    read: async () =>
      (await readJobRequests(db)).flatMap(({ kind, doneAt }) =>
        kind === 'publish' && doneAt !== null ? [{ value: doneAt.epochMilliseconds / 1000 }] : [],
      ),
  }
}
