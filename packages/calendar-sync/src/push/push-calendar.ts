import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  readDisconnection,
  readRestoration,
  readSettings,
  requestWork,
  type Database,
} from '@night-routine/database'
import { clearCalendars } from '../disconnect/clear-calendars.ts'
import { CallLimitError, pacedCalendar, type CallRules } from './paced-calendar.ts'
import { clearCalendar } from './clear-calendar.ts'
import { leaveEdited, recordRemoved, type PushContext } from './push-context.ts'
import { readPushFacts, type PushFacts } from './push-facts.ts'
import { nightOf, pushSteps, type PushStep } from './push-steps.ts'
import { refusedNights } from './refused-nights.ts'
import { removeNight } from './remove-night.ts'
import { insertNight, reviveNight, updateNight } from './write-night.ts'

/** Calls made to the provider, and nights found with an event that a person has changed. */
export interface PushOutcome {
  writes: number
  reads: number
  /** These keep what the person wrote. */
  left: Temporal.PlainDate[]
}

/**
 * Makes the selected calendar agree with the plan, and takes our events out of calendars selected
 * before (design.md sections 6 and 7). Writes only nights whose event differs, never over a change that
 * nobody judged yet, and records each write before the next; run again after any failure, it goes on
 * where it was. What exceeds `maxCalls` is requested as a further `push`. While somebody disconnects, it
 * takes our events out of every calendar instead. After a restore it writes nothing before the calendar
 * was read.
 * @throws CalendarError, and what `rules.guard` throws
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
  const wish = await readDisconnection(db)
  try {
    if (wish) await clearCalendars(push, wish)
    // The calendar knows more than we do, until a pull has learned it, which asks for a push.
    else if ((await readRestoration(db)) === undefined)
      await agree(await readPushFacts(db, { now, publicUrl }), push, rules)
  } catch (error) {
    if (!(error instanceof CallLimitError)) throw error
    await requestWork(db, 'push')
  }
  return { ...calendar.counts, left }
}

async function agree(
  facts: PushFacts | undefined,
  push: Omit<PushContext, 'calendarId'>,
  { guard }: CallRules,
): Promise<void> {
  if (facts === undefined) return
  const unreached = await clearRetired(facts, push)
  const context = { ...push, calendarId: facts.selected }
  const refused = refusedNights(context)
  for (const step of pushSteps(facts.desired, facts.mirror, facts.tonight)) {
    guard()
    await refused.attempt(nightOf(step), () => take(step, context))
  }
  await refused.report()
  if (unreached !== undefined) throw unreached
}

async function take(step: PushStep, push: PushContext): Promise<void> {
  switch (step.kind) {
    case 'insert':
      return insertNight(push, step.event, step.generation)
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

// A calendar that we may no longer reach keeps our events: asking again and again would not help. Where
// the account's list says otherwise, the refusal passes, and nothing is forgotten.
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
