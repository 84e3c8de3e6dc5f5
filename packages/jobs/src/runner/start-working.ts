import type { Database, JobKind } from '@night-routine/database'
import { onPassedTrail, trailToPass, type Logger } from '@night-routine/service'
import type { Backend } from '../queue/backend.ts'
import { createProducer } from '../queue/producer.ts'
import type { WakeUpContract } from '../queue/wake-up.ts'
import { createWorker } from '../queue/worker.ts'
import type { RunningWorker } from './create-worker-service.ts'
import { startLoop, type Loop } from './loop.ts'
import type { Job, RequestedWork } from './run-requested.ts'
import { createRunner } from './runner.ts'
import { sweep } from './sweep.ts'

/** A running worker. */
export interface Working extends RunningWorker {
  /** Runs a kind of work now, if it is due; resolves when a run that started after this call has ended. */
  wake(kind: JobKind): Promise<void>
}

/** A kind of work: its wake-up and its handler. */
export interface WorkPlace {
  contract: WakeUpContract
  job: Job
}

/**
 * Starts the worker. Wake-ups only save time: without a queue, the sweep finds all work. The sweep after each
 * run finds work for other workers that the run requested, and wakes them.
 */
export function startWorking<Kind extends JobKind>(options: {
  db: Database
  backend: Backend
  places: ReadonlyMap<Kind, WorkPlace>
  /** Work that this worker requests and another one does. */
  elsewhere?: ReadonlyMap<JobKind, WakeUpContract>
  failureOf: RequestedWork['failureOf']
  logger: Logger
  sweepSeconds: number
  leaseSeconds: number
}): Working {
  const { db, backend, places, failureOf, logger, sweepSeconds, leaseSeconds } = options
  const kinds = [...places.keys()]
  const producer = createProducer({ backend, logger })
  const wakeElsewhere = (kind: JobKind) => {
    const contract = options.elsewhere?.get(kind)
    if (contract) void producer.wake(contract, trailToPass())
  }
  let lastSweep = -Infinity
  const runner = createRunner({
    db,
    failureOf,
    logger,
    leaseSeconds,
    jobs: new Map<JobKind, Job>([...places].map(([kind, { job }]) => [kind, job])),
    onEnd: () => sweeping.soon(),
  })
  const sweeping: Loop = startLoop({
    name: 'sweep',
    everySeconds: sweepSeconds,
    logger,
    work: async () => {
      const next = await sweep({
        db,
        kinds,
        wake: runner.wake,
        wakeElsewhere,
        everySeconds: sweepSeconds,
      })
      lastSweep = performance.now()
      return next
    },
  })
  const workers = [...places].map(([kind, { contract }]) =>
    createWorker({
      backend,
      contract,
      handler: trail => {
        // The change that caused this wake-up may have requested other kinds too.
        sweeping.soon()
        return onPassedTrail(trail, () => runner.wake(kind))
      },
      logger,
    }),
  )
  return {
    wake: runner.wake,
    sinceSweep: () => (performance.now() - lastSweep) / 1000,
    close: async () => {
      await Promise.all([runner.close(), sweeping.close()])
      await Promise.all([...workers, producer].map(part => part.close()))
    },
  }
}
