import { isCalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  raiseStandingNotice,
  readCalendar,
  readCalendarEvents,
  readSync,
} from '@night-routine/database/calendar'
import { householdTransaction, type Database } from '@night-routine/database/connection'
import { isBefore, oldestChangeable, readSettings } from '@night-routine/household'
import { readEvents, type FoundEvents } from './read-events.ts'
import { applyPull, type PullFacts } from './apply-pull.ts'

/** After this long, a pull compares all our events, even without notifications. */
const reconcileAfter = { hours: 24 }

/**
 * Applies what people changed in the selected calendar. Reads the changes since the last pull, judges each of
 * our events, and saves decisions, plan, history and the next sync token in one transaction, so a pull can be
 * repeated after any failure. A push then updates the calendar. `check` is called before each provider call and
 * before the transaction; it throws when this worker lost the job.
 * @throws CalendarError, HouseholdBusyError, and errors of `check`
 */
export async function pullCalendar(options: {
  db: Database
  calendar: CalendarPort
  now: Temporal.Instant
  check: () => void
}) {
  const { db, calendar, now, check } = options
  const facts = await readPullFacts(db, now)
  if (facts === undefined) return { verdicts: {}, gone: 0, everything: false, doubtful: false }
  const found = await readSelected(calendar, facts, options)
  check()
  const { syncShapeVersion } = calendar
  const applied = await householdTransaction(db, trx =>
    applyPull(trx, facts, { found, now, syncShapeVersion }),
  )
  return { ...applied, everything: found.everything, doubtful: found.doubtful }
}

async function readPullFacts(db: Database, now: Temporal.Instant): Promise<PullFacts | undefined> {
  const selected = await readCalendar(db)
  if (selected === undefined) return undefined
  const { calendarId } = selected
  const from = oldestChangeable(await readSettings(db), now)
  const sync = await readSync(db, calendarId)
  return { calendarId, from, sync, known: await readCalendarEvents(db, calendarId) }
}

async function readSelected(
  calendar: CalendarPort,
  { calendarId, sync, from, known }: PullFacts,
  { db, now, check }: Pick<Parameters<typeof pullCalendar>[0], 'db' | 'now' | 'check'>,
): Promise<FoundEvents> {
  const syncToken = sync?.shapeVersion === calendar.syncShapeVersion ? sync.syncToken : null
  const reconcile = isDue(sync?.lastFullAt ?? null, now)
  const expected = known.filter(({ night }) => !isBefore(night, from))
  try {
    return await readEvents({ calendar, calendarId, syncToken, reconcile, from, expected, check })
  } catch (error) {
    if (isCalendarError(error, 'calendar-gone')) await raiseStandingNotice(db, 'calendar-lost', now)
    throw error
  }
}

function isDue(last: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return last === null || Temporal.Instant.compare(last.add(reconcileAfter), now) <= 0
}
