import type { Static, TSchema } from 'typebox'

/** How often BullMQ runs a failing job, and the wait after its first failure. */
interface RetryOptions {
  readonly attempts: number
  /** The wait doubles with each failure; half of it is random. */
  readonly firstRetryMs: number
}

/** What the producers and the worker of a kind of job agree on. */
export interface JobContract<Payload extends TSchema = TSchema> {
  readonly queue: string
  readonly name: string
  readonly payload: Payload
  readonly options: RetryOptions
  /** Wake-ups with the same id are one job; those that arrive during its run cause one more. */
  readonly deduplicationId: (payload: Static<Payload>) => string
}

/** Defines a kind of job. A wake-up carries only ids; the facts are in the database. */
export function defineJob<Payload extends TSchema>(
  contract: JobContract<Payload>,
): JobContract<Payload> {
  return Object.freeze(contract)
}

/** Eight attempts starting at 2 s take about four minutes; after that, the next sweep finds the work. */
export const patient: RetryOptions = { attempts: 8, firstRetryMs: 2_000 }
