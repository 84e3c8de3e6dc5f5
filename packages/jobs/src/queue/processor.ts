import { UnrecoverableError, type Job } from 'bullmq'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { JobContract } from './contract.ts'
import type { QueueLogger } from './queue-logger.ts'

/** What BullMQ calls for a job: checks the payload, works it, and logs how it went. */
export function createProcessor<Payload extends TSchema>(
  contract: JobContract<Payload>,
  handler: (payload: Static<Payload>) => Promise<void>,
  logger: QueueLogger,
): (job: Job) => Promise<void> {
  return async job => {
    const details = { queue: contract.queue, job: job.id, attempt: job.attemptsMade + 1 }
    const payload: unknown = job.data
    if (!Value.Check(contract.payload, payload)) {
      logger.error(details, 'a job has a payload that is none; it is not tried again')
      throw new UnrecoverableError('the payload is not what the contract says')
    }
    try {
      await handler(payload)
      logger.debug(details, 'job done')
    } catch (error) {
      logger.warn({ ...details, of: contract.options.attempts, err: error }, 'job failed')
      throw error
    }
  }
}
