import type { Static, TSchema } from 'typebox'

/** How often a failed job is tried, and how long after the first failure it is tried again. */
interface RetryOptions {
  readonly attempts: number
  /** The wait doubles with each failure; half of it is chance. */
  readonly firstRetryMs: number
}

/** Everything about a kind of job that its producers and its worker must agree on. */
export interface JobContract<Payload extends TSchema = TSchema> {
  readonly queue: string
  readonly name: string
  readonly payload: Payload
  readonly options: RetryOptions
  /** Signals with the same id are one job, and one more for those that come while it runs. */
  readonly deduplicationId: (payload: Static<Payload>) => string
}

/** Says what a kind of job is. A wake-up carries ids and nothing else: facts are in the database. */
export function defineJob<Payload extends TSchema>(
  contract: JobContract<Payload>,
): JobContract<Payload> {
  return Object.freeze(contract)
}

/** Eight attempts from 2 s on end after about four minutes; then the next sweep takes over. */
export const patient: RetryOptions = { attempts: 8, firstRetryMs: 2_000 }
