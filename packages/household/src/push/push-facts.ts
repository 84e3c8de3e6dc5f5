import {
  readCalendar,
  readMirror,
  readNights,
  readParents,
  readRetiredMirrors,
  readSettings,
  type Database,
  type MirrorRow,
} from '@night-routine/database'
import { wording } from '@night-routine/wording'
import { desiredEvents, type DesiredEvent } from './desired-events.ts'
import { longestHorizon } from '../longest-horizon.ts'
import { tonight } from '../tonight.ts'

/** Everything that decides a push, from tonight on: nothing earlier is ever written. */
export interface PushFacts {
  installation: string
  /** Id of the selected calendar. */
  selected: string
  desired: DesiredEvent[]
  /** What we know of the selected calendar. */
  mirror: MirrorRow[]
  /** Our events in calendars selected before. */
  retired: MirrorRow[]
}

/** Reads them; undefined while no calendar is selected. */
export async function readPushFacts(
  db: Database,
  { now, publicUrl }: { now: Temporal.Instant; publicUrl: string },
): Promise<PushFacts | undefined> {
  const calendar = await readCalendar(db)
  if (calendar === undefined) return undefined
  const settings = await readSettings(db)
  const parents = await readParents(db)
  const from = tonight(settings, now)
  return {
    installation: settings.installation,
    selected: calendar.calendarId,
    desired: desiredEvents({
      nights: await readNights(db, from, from.add({ days: longestHorizon })),
      names: { a: parents.a.name, b: parents.b.name },
      wording: wording('en'),
      publicUrl,
    }),
    mirror: await readMirror(db, calendar.calendarId, from),
    retired: await readRetiredMirrors(db, calendar.calendarId, from),
  }
}
