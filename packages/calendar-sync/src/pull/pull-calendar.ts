import { CalendarError, syncShapeVersion, type CalendarPort } from '@night-routine/calendar'
import {
  householdTransaction,
  raiseStandingNotice,
  readCalendar,
  readMirror,
  readSettings,
  readSync,
  type Database,
} from '@night-routine/database'
import { oldestChangeable } from '@night-routine/household'
import { readEvents, type FoundEvents } from './read-events.ts'
import { settle, type PullFacts, type Settled } from './settle.ts'

/** What a pull found, and what followed. */
export interface PullOutcome extends Settled, Pick<FoundEvents, 'everything' | 'doubtful'> {}

/** After this long, all our events are compared, whatever was told of changes. */
const reconcileAfter = { hours: 24 }

/**
 * Makes the nights agree with what people changed in the selected calendar (design.md sections 6 and
 * 7). Reads what changed since the last pull, judges each of our events, and writes decisions, plan,
 * history and the place to go on from in one transaction; run again after any failure, it misses
 * nothing and repeats nothing. What follows for the calendar is left to a push. `check` is called before
 * each request and before anything is written; it throws when the work is no longer ours.
 * @throws CalendarError, HouseholdBusyError, and what `check` throws
 */
export async function pullCalendar(options: {
  db: Database
  calendar: CalendarPort
  now: Temporal.Instant
  check: () => void
}): Promise<PullOutcome> {
  const { db, calendar, now, check } = options
  const facts = await readPullFacts(db, now)
  if (facts === undefined) return { verdicts: {}, gone: 0, everything: false, doubtful: false }
  const found = await lookAt(calendar, facts, options)
  check()
  const settled = await householdTransaction(db, trx => settle(trx, facts, { found, now }))
  return { ...settled, everything: found.everything, doubtful: found.doubtful }
}

async function readPullFacts(db: Database, now: Temporal.Instant): Promise<PullFacts | undefined> {
  const selected = await readCalendar(db)
  if (selected === undefined) return undefined
  const { calendarId } = selected
  const from = oldestChangeable(await readSettings(db), now)
  const sync = await readSync(db, calendarId)
  return { calendarId, from, sync, known: await readMirror(db, calendarId) }
}

async function lookAt(
  calendar: CalendarPort,
  { calendarId, sync, from, known }: PullFacts,
  { db, now, check }: Pick<Parameters<typeof pullCalendar>[0], 'db' | 'now' | 'check'>,
): Promise<FoundEvents> {
  const syncToken = sync?.shapeVersion === syncShapeVersion ? sync.syncToken : null
  const reconcile = isDue(sync?.lastFullAt ?? null, now)
  const expected = known.filter(({ night }) => Temporal.PlainDate.compare(night, from) >= 0)
  try {
    return await readEvents({ calendar, calendarId, syncToken, reconcile, from, expected, check })
  } catch (error) {
    if (error instanceof CalendarError && error.reason === 'calendar-gone')
      await raiseStandingNotice(db, 'calendar-lost', now)
    throw error
  }
}

function isDue(last: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return last === null || Temporal.Instant.compare(last.add(reconcileAfter), now) <= 0
}
