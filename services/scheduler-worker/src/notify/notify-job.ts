import { setTimeout as sleep } from 'node:timers/promises'
import type { Job } from '@night-routine/jobs'
import type { Clock, Logger } from '@night-routine/service'
import { notify, type NotifyOptions, type Senders } from './deliver.ts'

/** People often make several changes in a row; those within this time are one message. */
const usualSettleMs = 3_000

/** Sends the messages that are due: changed nights, and reminders. */
export function notifyJob(
  options: {
    /** Read for each run, because the first subscription makes the keys. */
    senders: () => Promise<Senders>
    clock: Clock
    logger: Logger
    settleMs?: number
  } & Omit<NotifyOptions, 'senders' | 'now' | 'guard' | 'signal'>,
): Job {
  const { senders, clock, logger, settleMs = usualSettleMs, ...more } = options
  return async ({ guard, signal }) => {
    await sleep(settleMs, undefined, { signal })
    const run = { senders: await senders(), now: clock.now(), guard, signal }
    const outcomes = await notify({ ...more, ...run })
    logger.info({ outcomes }, 'notified')
  }
}
