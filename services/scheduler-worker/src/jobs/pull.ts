import type { CalendarPort } from '@night-routine/calendar'
import type { Database } from '@night-routine/database'
import { pullCalendar } from '@night-routine/calendar-sync'
import type { Clock, Logger } from '@night-routine/service'
import { restAfter } from '../pull-pace.ts'
import { stopWhenLost, type Job } from '@night-routine/jobs'

/**
 * Applies what people changed in the selected calendar. Notifications come in bursts, some caused by our
 * own writes, and one pull answers them all, so the rest after it grows with their number.
 */
export function pullJob({
  db,
  calendar,
  clock,
  logger,
}: {
  db: Database
  calendar: CalendarPort
  clock: Clock
  logger: Logger
}): Job {
  return async run => {
    const check = stopWhenLost(run)
    const outcome = await pullCalendar({ db, calendar, now: clock.now(), check })
    logger.info({ ...outcome }, 'pulled')
    return { restSeconds: restAfter(run.requests) }
  }
}
