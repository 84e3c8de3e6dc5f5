import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, TokenKeys } from '@night-routine/database/connection'
import type { Job } from '@night-routine/jobs'
import type { Clock, Logger } from '@night-routine/service'
import { notify, type NotifyOptions, type Senders } from './deliver.ts'

/** People often make several changes in a row; those within this time are one message. */
const usualSettleMs = 3_000

/** Sends the messages that are due: changed nights, and reminders. */
export function notifyJob({
  settleMs = usualSettleMs,
  ...options
}: {
  db: Database
  keys: TokenKeys
  publicUrl: string
  /** Read for each run, because the first subscription makes the keys. */
  senders: () => Promise<Senders>
  clock: Clock
  logger: Logger
  settleMs?: number
} & Pick<NotifyOptions, 'onDelivery' | 'setUp'>): Job {
  const { db, keys, publicUrl, senders, setUp, clock, logger, onDelivery } = options
  return async ({ guard, signal }) => {
    await sleep(settleMs, undefined, { signal })
    const now = clock.now()
    const run = {
      db,
      keys,
      publicUrl,
      senders: await senders(),
      setUp,
      now,
      guard,
      signal,
      onDelivery,
    }
    const outcomes = await notify(run)
    logger.info({ outcomes }, 'notified')
  }
}
