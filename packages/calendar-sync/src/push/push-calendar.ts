import { CalendarError, type CalendarPort } from '@night-routine/calendar'
import {
  readDisconnectRequest,
  readRestoration,
  replaceCalendarEvents,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readSettings } from '@night-routine/household'
import { CallLimitError, pacedCalendar, type CallRules } from './paced-calendar.ts'
import { eachNight, leaveEdited, type FailedNight, type PushContext } from './push-context.ts'
import { pushSteps, readPushFacts, type PushFacts, type PushStep } from './push-steps.ts'
import { reportFailed } from './report-failed.ts'
import { clearCalendar, clearCalendars, removeNight } from './remove-night.ts'
import { adoptImported } from './adopt-imported.ts'
import { insertNight, reviveNight, updateNight } from './write-night.ts'

/**
 * Writes the plan to the selected calendar and removes our events from previously selected ones. It writes only
 * nights whose event differs, never over an edit that was not judged yet, and records each write before the
 * next one, so a push can be repeated after any failure. After `maxCalls` it requests another `push`. During a
 * disconnect it removes our events from every calendar instead. After a restore it waits for a pull.
 * @returns the calls, and the nights that were skipped, because the event stays as a person changed it
 * @throws CalendarError, and errors of `rules.guard`
 */
export async function pushCalendar(options: {
  db: Database
  calendar: CalendarPort
  now: Temporal.Instant
  publicUrl: string
  rules: CallRules
}) {
  const { db, now, publicUrl, rules } = options
  const calendar = pacedCalendar(options.calendar, rules)
  const skipped: Temporal.PlainDate[] = []
  const { installation } = await readSettings(db)
  const push = { db, calendar, installation, now, skipped }
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
  return { ...calendar.counts, skipped }
}

async function pushNights(
  facts: PushFacts | undefined,
  push: Omit<PushContext, 'calendarId'>,
  { guard }: CallRules,
) {
  if (facts === undefined) return
  const context = { ...push, calendarId: facts.selected }
  const old = await clearRetired(facts, push)
  const taken = await adoptImported(context, facts)
  const failed = await eachNight(context, pushSteps(taken.facts), async step => {
    guard()
    await runStep(step, context)
  })
  await reportFailed(push, [...old.failed, ...taken.failed, ...failed])
  if (old.unreached !== undefined) throw old.unreached
}

async function runStep(step: PushStep, push: PushContext) {
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

// A calendar that cannot be reached any more keeps our events, to be found by their ids if that changes. While the
// account's list still shows it as writable, the refusal is temporary, and nothing is forgotten.
async function clearRetired({ retired }: PushFacts, push: Omit<PushContext, 'calendarId'>) {
  // What could not be removed: single events, or those of a whole calendar.
  const left: { failed: FailedNight[]; unreached?: CalendarError } = { failed: [] }
  for (const [calendarId, rows] of Map.groupBy(retired, row => row.calendarId)) {
    try {
      left.failed.push(...(await clearCalendar({ ...push, calendarId }, rows)))
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error
      const isGone = error.reason === 'calendar-gone' || error.reason === 'forbidden'
      if (!isGone && error.scope === 'calendar') throw error
      if (!isGone || (await push.calendar.isWritable(calendarId))) left.unreached = error
      else
        for (const row of rows)
          await replaceCalendarEvents(push.db, { ...row, state: 'removed' }, row)
    }
  }
  return left
}
