import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  closeNotices,
  raiseStandingNotice,
  readDisconnectRequest,
  readRestoration,
  requestJob,
  type Database,
} from '@night-routine/database'
import { readSettings } from '@night-routine/household'
import { CallLimitError, pacedCalendar, type CallRules } from './paced-calendar.ts'
import { leaveEdited, recordRemoved, type PushContext } from './push-context.ts'
import { nightOf, pushSteps, readPushFacts, type PushFacts, type PushStep } from './push-steps.ts'
import { clearCalendar, clearCalendars, removeNight } from './remove-night.ts'
import { insertNight, reviveNight, updateNight } from './write-night.ts'

/** The provider calls of a push, and the nights whose events people changed. */
export interface PushOutcome {
  writes: number
  reads: number
  /** Nights whose event was left as a person changed it. */
  left: Temporal.PlainDate[]
}

/**
 * Writes the plan to the selected calendar and removes our events from previously selected ones. It writes only
 * nights whose event differs, never over an edit that was not judged yet, and records each write before the
 * next one, so a push can be repeated after any failure. After `maxCalls` it requests another `push`. During a
 * disconnect it removes our events from every calendar instead. After a restore it waits for a pull.
 * @throws CalendarError, and errors of `rules.guard`
 */
export async function pushCalendar(options: {
  db: Database
  calendar: CalendarPort
  now: Temporal.Instant
  publicUrl: string
  rules: CallRules
}): Promise<PushOutcome> {
  const { db, now, publicUrl, rules } = options
  const calendar = pacedCalendar(options.calendar, rules)
  const left: Temporal.PlainDate[] = []
  const { installation } = await readSettings(db)
  const push = { db, calendar, installation, now, left }
  const request = await readDisconnectRequest(db)
  try {
    if (request) await clearCalendars(push, request)
    // After a restore, the calendar is newer than the database; the pull that reads it requests a push.
    else if ((await readRestoration(db)) === undefined)
      await pushNights(await readPushFacts(db, { now, publicUrl }), push, rules)
  } catch (error) {
    if (!(error instanceof CallLimitError)) throw error
    await requestJob(db, 'push')
  }
  return { ...calendar.counts, left }
}

async function pushNights(
  facts: PushFacts | undefined,
  push: Omit<PushContext, 'calendarId'>,
  { guard }: CallRules,
): Promise<void> {
  if (facts === undefined) return
  const unreached = await clearRetired(facts, push)
  const context = { ...push, calendarId: facts.selected }
  const refused = refusedNights(context)
  for (const step of pushSteps(facts)) {
    guard()
    await refused.attempt(nightOf(step), () => runStep(step, context))
  }
  await refused.report()
  if (unreached !== undefined) throw unreached
}

async function runStep(step: PushStep, push: PushContext): Promise<void> {
  switch (step.kind) {
    case 'insert':
      return insertNight(push, step.event, step)
    case 'update':
      return updateNight(push, step.event, step.row)
    case 'revive':
      return reviveNight(push, step.event, step.row)
    case 'remove': {
      const edited = await removeNight(push, step.row)
      return edited && leaveEdited(push, step.row, edited)
    }
  }
}

// A calendar that cannot be reached any more keeps our events, and we forget them. While the account's list
// still shows it as writable, the refusal is temporary, and nothing is forgotten.
async function clearRetired(
  { retired }: PushFacts,
  push: Omit<PushContext, 'calendarId'>,
): Promise<CalendarError | undefined> {
  let unreached: CalendarError | undefined
  for (const [calendarId, rows] of Map.groupBy(retired, row => row.calendarId)) {
    const context = { ...push, calendarId }
    try {
      await clearCalendar(context, rows)
    } catch (error) {
      if (!(error instanceof CalendarError && unreachable.has(error.reason))) throw error
      if (await push.calendar.isWritable(calendarId)) unreached = error
      else for (const row of rows) await recordRemoved(context, row)
    }
  }
  return unreached
}

const unreachable = new Set<CalendarError['reason']>(['calendar-gone', 'forbidden'])

/** After this many refusals in a row the whole calendar is taken as refused. */
const mostInARow = 5

/** A refusal that may affect one night only. */
const ofOneNight = new Set<CalendarError['reason']>(['forbidden', 'request-refused', 'event-stale'])

/** Handles single nights that the provider refuses. */
interface RefusedNights {
  /** Runs the work of a night. A refusal is reported at the end, unless it affects the whole calendar. */
  attempt: (night: Temporal.PlainDate, work: () => Promise<void>) => Promise<void>
  /**
   * Raises notices for refused nights and closes those of the others.
   * @throws CalendarError if a night was refused, so that the push is retried
   */
  report: () => Promise<void>
}

/** Lets a push continue after the provider refused a night. */
function refusedNights({
  db,
  calendar,
  calendarId,
  now,
}: Pick<PushContext, 'db' | 'calendar' | 'calendarId' | 'now'>): RefusedNights {
  const refused: { night: Temporal.PlainDate; error: CalendarError }[] = []
  let inARow = 0
  return {
    async attempt(night, work) {
      try {
        await work()
        inARow = 0
      } catch (error) {
        if (!(error instanceof CalendarError && ofOneNight.has(error.reason))) throw error
        inARow += 1
        if (inARow >= mostInARow) throw error
        if (error.reason === 'forbidden' && !(await calendar.isWritable(calendarId))) throw error
        refused.push({ night, error })
      }
    },
    async report() {
      const standing = refused.filter(({ error }) => error.class !== 'retry')
      const nights = standing.map(({ night }) => night)
      for (const night of nights) await raiseStandingNotice(db, 'night-refused', now, night)
      await closeNotices(db, ['night-refused'], now, { butNotOf: nights })
      if (standing.length > 0)
        throw new CalendarError('night-refused', { detail: nights.join(', ') })
      if (refused[0] !== undefined) throw refused[0].error
    },
  }
}
