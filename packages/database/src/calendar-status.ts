import { sql } from 'kysely'
import type { Queryable } from './connect.ts'
import { pageRevision } from './pulse.ts'

/** How the household stands with its calendar. */
export interface CalendarStatus {
  /** As `readPulse` has it. */
  revision: string
  /** Null while none is selected. */
  calendarName: string | null
  disconnecting: boolean
  /** Whether a notification channel of the selected calendar is live at the moment asked about. */
  live: boolean
  /** Whether there are open notices. */
  hasNotices: boolean
}

/** Reads it in one statement. */
export async function readCalendarStatus(
  q: Queryable,
  now: Temporal.Instant,
): Promise<CalendarStatus> {
  return q
    .selectNoFrom(eb => [
      pageRevision.as('revision'),
      eb.selectFrom('calendar_settings').select('calendar_name').as('calendarName'),
      eb
        .exists(eb.selectFrom('disconnect_request').select(sql`1`.as('one')))
        .$castTo<boolean>()
        .as('disconnecting'),
      eb
        .exists(
          eb
            .selectFrom('notification_channels as channel')
            .innerJoin('calendar_settings', 'calendar_settings.calendar_id', 'channel.calendar_id')
            .select(sql`1`.as('one'))
            .where('channel.state', '=', 'live')
            .where('channel.expiration', '>', sql<Temporal.Instant>`${now.toString()}`),
        )
        .$castTo<boolean>()
        .as('live'),
      eb
        .exists(
          eb
            .selectFrom('notices')
            .select(sql`1`.as('one'))
            .where('dismissed_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('hasNotices'),
    ])
    .executeTakeFirstOrThrow()
}
