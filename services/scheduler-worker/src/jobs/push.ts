import type { CalendarPort } from '@night-routine/calendar'
import type { Database } from '@night-routine/database'
import { createPace, pushCalendar } from '@night-routine/calendar-sync'
import type { Clock, Logger } from '@night-routine/service'
import type { Job } from '@night-routine/jobs'

/** Calls of one run: a first fill of 30 nights needs 30; more than these continue in the next run. */
const maxCalls = 200

/** Makes the selected calendar agree with the nights. */
export function pushJob({
  db,
  calendar,
  clock,
  publicUrl,
  logger,
}: {
  db: Database
  calendar: CalendarPort
  clock: Clock
  publicUrl: string
  logger: Logger
}): Job {
  const pace = createPace(calendar.quota)
  return async ({ guard, signal }) => {
    const { writes, reads, left } = await pushCalendar({
      db,
      calendar,
      now: clock.now(),
      publicUrl,
      rules: { pace, guard, maxCalls, signal },
    })
    logger.info({ writes, reads, left: left.map(String) }, 'pushed')
  }
}
