import { Queue, Worker, type Processor } from 'bullmq'
import type { Backend } from './backend.ts'
import { connection, migrate, patientBackend } from './postgresql.ts'
import { checkRedis, prefix, producerConnection, workerConnection } from './redis.ts'

/**
 * Reaches the server within a few seconds and makes it ready for queues. Throws what went
 * wrong, and UnfitBackendError for a server that would lose jobs.
 */
export async function prepareBackend(backend: Backend): Promise<void> {
  await (backend.kind === 'redis' ? checkRedis(backend) : migrate(backend))
}

interface TellsErrors {
  on(event: 'error', listener: (error: Error) => void): unknown
}

/** What a producer needs of a BullMQ queue, on either backend. */
export type OpenQueue = TellsErrors & Pick<Queue, 'add' | 'close' | 'disconnect' | 'waitUntilReady'>

/** The producer's end of a queue. Without its server an add fails instead of waiting for it. */
export function openQueue(backend: Backend, name: string) {
  if (backend.kind === 'postgresql')
    return new Queue(name, { connection: connection(backend, 1) }, patientBackend)
  const redis = producerConnection(backend)
  return closingToo(new Queue(name, { connection: redis, prefix }), redis)
}

/** BullMQ leaves a connection open that it was given, and a cluster can only be given. */
function closingToo<Opened extends { close(...words: never[]): Promise<void> }>(
  opened: Opened,
  given: object,
): Opened {
  if (!('disconnect' in given) || typeof given.disconnect !== 'function') return opened
  const { disconnect } = given
  const close = opened.close.bind(opened)
  opened.close = async (...words) => {
    await close(...words).finally(() => disconnect.call(given))
  }
  return opened
}

/** How long a worker may be silent before its job is taken from it, and how often that is looked at. */
export interface WorkerTiming {
  readonly lockMs: number
  readonly stalledCheckMs: number
}

/** What we need of a BullMQ worker, on either backend. */
export type OpenWorker = TellsErrors & Pick<Worker, 'close' | 'pause' | 'waitUntilReady'>

/** The worker's end of a queue: one job at a time, and a job of a killed worker comes back. */
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
    // A worker that is killed over and over must not make its job a failed one.
    maxStalledCount: 20,
    runRetryDelay: 1_000,
  }
  if (backend.kind === 'postgresql')
    return new Worker(
      name,
      processor,
      { ...options, connection: connection(backend, 2) },
      patientBackend,
    )
  const redis = workerConnection(backend)
  return closingToo(new Worker(name, processor, { ...options, connection: redis, prefix }), redis)
}
