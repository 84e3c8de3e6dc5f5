import { Type, type Static, type TSchema } from 'typebox'

// The front door comes first; each part moves into a file of its own next.
/** The few calls a logger must know; every pino logger does. */
export interface QueueLogger {
  info(details: object, words: string): void
  warn(details: object, words: string): void
  error(details: object, words: string): void
}

export type Backend =
  | { readonly kind: 'redis'; readonly url: string }
  | { readonly kind: 'postgresql'; readonly url: string; readonly schema: string }

/** Redis when an address is given, else PostgreSQL in a schema of its own. */
export function chooseBackend(_addresses: { redisUrl?: string; databaseUrl: string }): Backend {
  throw new Error('not built yet')
}

/** Throws UnfitBackendError for a Redis that may evict jobs; 'away' when it cannot be asked now. */
export async function checkBackend(_backend: Backend): Promise<'ready' | 'away'> {
  throw new Error('not built yet')
}
export class UnfitBackendError extends Error {}

export interface JobContract<Payload extends TSchema = TSchema> {
  readonly queue: string
  readonly name: string
  readonly payload: Payload
  readonly options: JobOptions
  readonly deduplicationId: (payload: Static<Payload>) => string
}
export interface JobOptions {
  readonly attempts: number
  readonly backoff: { readonly firstMs: number; readonly longestMs: number }
}

const wakeUp = Type.Object({}, { additionalProperties: false })
const options: JobOptions = { attempts: 8, backoff: { firstMs: 2_000, longestMs: 120_000 } }
export const plan: JobContract<typeof wakeUp> = {
  queue: 'plan',
  name: 'plan',
  payload: wakeUp,
  options,
  deduplicationId: () => 'plan',
}
export const push: JobContract<typeof wakeUp> = {
  queue: 'push',
  name: 'push',
  payload: wakeUp,
  options,
  deduplicationId: () => 'push',
}

export interface Producer {
  /** True when the queue took the job; never throws, at most 500 ms. */
  wake<Payload extends TSchema>(
    contract: JobContract<Payload>,
    payload: Static<Payload>,
  ): Promise<boolean>
  close(): Promise<void>
}
export function createProducer(_options: { backend: Backend; logger: QueueLogger }): Producer {
  throw new Error('not built yet')
}

export interface JobWorker {
  close(): Promise<void>
}
export function createWorker<Payload extends TSchema>(_options: {
  backend: Backend
  contract: JobContract<Payload>
  handler: (payload: Static<Payload>) => Promise<void>
  logger: QueueLogger
}): JobWorker {
  throw new Error('not built yet')
}
