import type { CalendarPort } from '@night-routine/calendar'
import type { Database } from '@night-routine/database'
import { createPace, pushCalendar } from '@night-routine/calendar-sync'
import type { Clock, Logger } from '@night-routine/service'
import type { Job } from '@night-routine/jobs'

/** Calls per run: the first 30 nights need 30; the next run continues the rest. */
const maxCalls = 200

/** Brings the selected calendar in line with the nights. */
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
