import type { Database, WorkKind } from '@night-routine/database'
import { onPassedTrail, trailToPass, type Logger } from '@night-routine/service'
import type { Backend } from '../queue/backend.ts'
import { createProducer } from '../queue/producer.ts'
import type { WakeUpContract } from '../queue/wake-up.ts'
import { createWorker } from '../queue/worker.ts'
import type { Underway } from './create-worker-service.ts'
import { startLoop, type Loop } from './loop.ts'
import type { Job, MarkedWork } from './run-marked.ts'
import { createRunner } from './runner.ts'
import { sweep } from './sweep.ts'

/** A worker that does what is asked for, however it learns of it. */
export interface Working extends Underway {
  /** Looks at once whether a kind of work is due; resolves when a run that began after this has ended. */
  wake(kind: WorkKind): Promise<void>
}

/** A kind of work: who wakes it, and what does it. */
export interface WorkPlace {
  contract: WakeUpContract
  job: Job
}

/**
 * Starts it. Wake-ups only save time: without a queue the sweep finds all work. What a run asked for of
 * another worker is found due after it, and woken there.
 */
export function startWorking<Kind extends WorkKind>(options: {
  db: Database
  backend: Backend
  places: ReadonlyMap<Kind, WorkPlace>
  /** Work that this worker asks for and another does. */
  elsewhere?: ReadonlyMap<WorkKind, WakeUpContract>
  failureOf: MarkedWork['failureOf']
  logger: Logger
  sweepSeconds: number
  leaseSeconds: number
}): Working {
  const { db, backend, places, failureOf, logger, sweepSeconds, leaseSeconds } = options
  const kinds = [...places.keys()]
  const producer = createProducer({ backend, logger })
  const wakeElsewhere = (kind: WorkKind) => {
    const contract = options.elsewhere?.get(kind)
    if (contract) void producer.wake(contract, trailToPass())
  }
  let lastSweep = -Infinity
  const runner = createRunner({
    db,
    failureOf,
    logger,
    leaseSeconds,
    jobs: new Map<WorkKind, Job>([...places].map(([kind, { job }]) => [kind, job])),
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
      handler: trail => onPassedTrail(trail, () => runner.wake(kind)),
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
