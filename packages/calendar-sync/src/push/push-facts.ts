import {
  longestHorizon,
  readCalendar,
  readCalendarEvents,
  readCalendarEventsToRestore,
  readNights,
  readParents,
  readRetiredCalendarEvents,
  type Database,
  type CalendarEventRow,
} from '@night-routine/database'
import { wording } from '@night-routine/wording'
import { desiredEvents, type DesiredEvent } from './desired-events.ts'
import { oldestChangeable, tonight, readSettings } from '@night-routine/household'

/** Everything that a push depends on. */
export interface PushFacts {
  /** Id of the selected calendar. */
  selected: string
  tonight: Temporal.PlainDate
  desired: DesiredEvent[]
  /** The known events of the selected calendar: nights that may change, and older ones to be restored. */
  mirror: CalendarEventRow[]
  /** Our events in previously selected calendars. */
  retired: CalendarEventRow[]
}

/** Reads the facts; undefined without a selected calendar. */
export async function readPushFacts(
  db: Database,
  { now, publicUrl }: { now: Temporal.Instant; publicUrl: string },
): Promise<PushFacts | undefined> {
  const calendar = await readCalendar(db)
  if (calendar === undefined) return undefined
  const settings = await readSettings(db)
  const parents = await readParents(db)
  const { calendarId } = calendar
  const from = tonight(settings, now)
  const oldest = oldestChangeable(settings, now)
  const mirror = [
    ...(await readCalendarEventsToRestore(db, calendarId, { before: oldest })),
    ...(await readCalendarEvents(db, calendarId, oldest)),
  ]
  return {
    selected: calendarId,
    tonight: from,
    desired: desiredEvents({
      nights: await readNights(db, earliest(mirror, oldest), from.add({ days: longestHorizon })),
      names: { a: parents.a.name, b: parents.b.name },
      wording: wording(settings.language),
      publicUrl,
    }),
    mirror,
    retired: await readRetiredCalendarEvents(db, calendarId, from),
  }
}

/** The rows are in order of nights. */
function earliest([first]: CalendarEventRow[], oldest: Temporal.PlainDate): Temporal.PlainDate {
  return first && Temporal.PlainDate.compare(first.night, oldest) < 0 ? first.night : oldest
}
