import type { CalendarPort } from '@night-routine/calendar'
import type { Database } from '@night-routine/database'
import { keepChannel } from '@night-routine/household'
import type { Clock, Logger } from '@night-routine/service'
import { mayGoOn, type Job } from '../run-marked.ts'

/** Keeps one live notification channel for the selected calendar, where notifications can reach us. */
export function channelJob({
  db,
  calendar,
  address,
  clock,
  logger,
}: {
  db: Database
  calendar: CalendarPort
  /** Null: nowhere. */
  address: string | null
  clock: Clock
  logger: Logger
}): Job {
  return async run => {
    const check = mayGoOn(run)
    const outcome = await keepChannel({ db, calendar, address, now: clock.now(), check })
    logger.info({ ...outcome, polling: address === null }, 'channel kept')
  }
}
