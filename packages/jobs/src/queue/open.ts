import { Queue, Worker, type Processor } from 'bullmq'
import type { Backend } from './backend.ts'
import { prefix, producerConnection, workerConnection } from './redis.ts'

interface ErrorSource {
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** The part of BullMQ's queue that a producer uses. */
export type OpenQueue = ErrorSource & Pick<Queue, 'add' | 'close' | 'disconnect' | 'waitUntilReady'>

/** The producer's side of a queue. While the server is down, `add` fails at once. */
export function openQueue(backend: Backend, name: string) {
  const redis = producerConnection(backend)
  return withConnection(new Queue(name, { connection: redis, prefix }), redis)
}

/** Closes the connection too: BullMQ does not close one that it did not open, and cannot open a cluster's. */
function withConnection<Opened extends { close(...args: never[]): Promise<void> }>(
  opened: Opened,
  given: object,
): Opened {
  if (!('disconnect' in given) || typeof given.disconnect !== 'function') return opened
  const { disconnect } = given
  const close = opened.close.bind(opened)
  opened.close = async (...args) => {
    await close(...args).finally(() => disconnect.call(given))
  }
  return opened
}

/** How long a worker may be silent before another takes its job, and how often that is checked. */
export interface WorkerTiming {
  readonly lockMs: number
  readonly stalledCheckMs: number
}

/** The part of BullMQ's worker that we use. */
export type OpenWorker = ErrorSource & Pick<Worker, 'close' | 'pause' | 'waitUntilReady'>

/** The worker's side of a queue: one job at a time; the job of a killed worker is run again. */
export function openWorker(
  backend: Backend,
  name: string,
  processor: Processor,
  { lockMs, stalledCheckMs }: WorkerTiming,
): OpenWorker {
  const options = {
    concurrency: 1,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
    // A job must not fail for good because its worker was killed several times.
    maxStalledCount: 20,
    runRetryDelay: 1_000,
  }
  const redis = workerConnection(backend)
  return withConnection(
    new Worker(name, processor, { ...options, connection: redis, prefix }),
    redis,
  )
}
