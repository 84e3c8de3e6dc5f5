import {
  channel,
  createWorker,
  plan,
  pull,
  push,
  type Backend,
  type JobWorker,
} from '@night-routine/queues'
import { deleteDeadSessions, type Database, type WorkKind } from '@night-routine/database'
import type { Clock, Logger } from '@night-routine/service'
import { dailyTick } from './daily-tick.ts'
import { startLoop, type Loop } from './loop.ts'
import { poll } from './poll.ts'
import type { Job } from './run-marked.ts'
import { createRunner } from './runner.ts'
import { sweep } from './sweep.ts'

const tickSeconds = 60
const pollSeconds = 30
const purgeSeconds = 3600
const contracts = { channel, plan, pull, push }

/** Everything that starts work: wake-ups, the sweep of markers, the daily tick, the poll. */
export interface Schedule {
  /** Seconds since the last look at the markers; infinite before the first. */
  sinceSweep(): number
  close(): Promise<void>
}

/** Starts them. Wake-ups only save time: without a queue the sweep finds all work. */
export function startSchedule(options: {
  db: Database
  backend: Backend
  jobs: Record<keyof typeof contracts, Job>
  /** Where the provider sends notifications; null: nowhere. */
  address: string | null
  clock: Clock
  logger: Logger
  sweepSeconds: number
  leaseSeconds: number
}): Schedule {
  const { db, backend, address, clock, logger, sweepSeconds } = options
  const kinds = ['channel', 'plan', 'pull', 'push'] as const
  const runner = createRunner({
    ...options,
    jobs: new Map<WorkKind, Job>(kinds.map(kind => [kind, options.jobs[kind]])),
    onEnd: () => sweeping.soon(),
  })
  let lastSweep = -Infinity

  const sweeping: Loop = startLoop({
    name: 'sweep',
    everySeconds: sweepSeconds,
    logger,
    work: async () => {
      const next = await sweep({ db, kinds, wake: runner.wake, everySeconds: sweepSeconds })
      lastSweep = performance.now()
      return next
    },
  })
  const ticking = startLoop({
    name: 'daily tick',
    everySeconds: tickSeconds,
    logger,
    work: async () => {
      if (await dailyTick(db, clock.now())) void runner.wake('plan')
      return tickSeconds
    },
  })
  let first = true
  const polling = startLoop({
    name: 'poll',
    everySeconds: pollSeconds,
    logger,
    work: async () => {
      for (const kind of await poll(db, { address, now: clock.now(), first }))
        void runner.wake(kind)
      first = false
      return pollSeconds
    },
  })
  const purging = startLoop({
    name: 'purge of dead sessions',
    everySeconds: purgeSeconds,
    logger,
    work: async () => {
      const purged = await deleteDeadSessions(db, clock.now())
      if (purged > 0) logger.info({ purged }, 'forgot dead sessions')
      return purgeSeconds
    },
  })
  const workers: JobWorker[] = kinds.map(kind =>
    createWorker({ backend, contract: contracts[kind], handler: () => runner.wake(kind), logger }),
  )

  return {
    sinceSweep: () => (performance.now() - lastSweep) / 1000,
    close: async () => {
      await Promise.all([runner, sweeping, ticking, polling, purging].map(part => part.close()))
      await Promise.all(workers.map(worker => worker.close()))
    },
  }
}
