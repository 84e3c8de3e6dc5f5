import { UnrecoverableError, type Job } from 'bullmq'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import type { JobContract } from './contract.ts'
import type { QueueLogger } from './queue-logger.ts'

/** The BullMQ processor of a contract: checks the payload, runs the handler and logs the result. */
export function createProcessor<Payload extends TSchema>(
  contract: JobContract<Payload>,
  handler: (payload: Static<Payload>) => Promise<void>,
  logger: QueueLogger,
): (job: Job) => Promise<void> {
  return async job => {
    const details = { queue: contract.queue, job: job.id, attempt: job.attemptsMade + 1 }
    const payload: unknown = job.data
    if (!Value.Check(contract.payload, payload)) {
      logger.error(details, 'invalid job payload')
      throw new UnrecoverableError('the payload does not match the contract')
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
