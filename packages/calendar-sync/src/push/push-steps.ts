import { pushedMeaning } from '@night-routine/calendar'
import {
  readCalendar,
  readCalendarEvents,
  readCalendarEventsToRestore,
  readNightsInWork,
  readRetiredCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import type { Database } from '@night-routine/database/connection'
import { readNightNotes, readNights, readParents } from '@night-routine/database/nights'
import {
  longestHorizon,
  isBefore,
  oldestChangeable,
  readSettings,
  tonight,
} from '@night-routine/household'
import { areNamed, parentNames, wordingFor } from '@night-routine/wording'
import { desiredEvents, type DesiredEvent } from './desired-events.ts'

export interface PushFacts {
  /** Id of the selected calendar. */
  selected: string
  tonight: Temporal.PlainDate
  desired: DesiredEvent[]
  /** The known events of the selected calendar: nights that may change, and older ones to be restored. */
  calendarEvents: CalendarEventRow[]
  /** Our events in previously selected calendars. */
  retired: CalendarEventRow[]
}

/** Reads the facts; undefined without a selected calendar, or while a parent has no name. */
export async function readPushFacts(
  db: Database,
  { now, publicUrl }: { now: Temporal.Instant; publicUrl: string },
): Promise<PushFacts | undefined> {
  const calendar = await readCalendar(db)
  if (calendar === undefined) return undefined
  const settings = await readSettings(db)
  const parents = await readParents(db)
  if (!areNamed(parents)) return undefined
  const { calendarId } = calendar
  const wording = wordingFor(settings.language)
  const from = tonight(settings, now)
  const oldest = oldestChangeable(settings, now)
  const calendarEvents = [
    ...(await readCalendarEventsToRestore(db, calendarId, { before: oldest })),
    ...(await readCalendarEvents(db, calendarId, oldest)),
  ]
  const range = {
    from: earliest(calendarEvents, oldest),
    to: from.add({ days: longestHorizon }),
  }
  return {
    selected: calendarId,
    tonight: from,
    desired: desiredEvents({
      nights: await readNights(db, range.from, range.to),
      notes: await readNightNotes(db, range),
      names: parentNames(parents, wording),
      wording,
      publicUrl,
    }),
    calendarEvents,
    retired: await readRetiredCalendarEvents(db, calendarId, from),
  }
}

/** The rows are in order of nights. */
function earliest([first]: CalendarEventRow[], oldest: Temporal.PlainDate): Temporal.PlainDate {
  return first && isBefore(first.night, oldest) ? first.night : oldest
}

/** An event with a known version. */
export type KnownRow = CalendarEventRow & { etag: string }

export type PushStep = { night: Temporal.PlainDate } & (
  | { kind: 'insert'; event: DesiredEvent; generation: number; seen?: CalendarEventRow }
  | { kind: 'update' | 'revive'; event: DesiredEvent; row: KnownRow }
  | { kind: 'remove'; row: CalendarEventRow }
)

/**
 * The steps that make a calendar match the plan, earliest night first. Past nights get no new events and lose
 * none. Their events are written only when a person changed who did the night, renamed the parent, or made an
 * edit that is refused.
 */
export function pushSteps(facts: Omit<PushFacts, 'selected' | 'retired'>): PushStep[] {
  const { desired, calendarEvents, tonight: from } = facts
  const rows = new Map(calendarEvents.map(row => [row.night.toString(), row]))
  const wanted = new Set(desired.map(({ night }) => night.toString()))
  const steps = [
    ...desired.flatMap(event => {
      const row = rows.get(event.night.toString())
      return isBefore(event.night, from) ? pastStepsTo(event, row) : stepsTo(event, row)
    }),
    ...calendarEvents
      .filter(({ night, state }) => state !== 'removed' && !isBefore(night, from))
      .filter(({ night }) => !wanted.has(night.toString()))
      .map(row => ({ kind: 'remove', night: row.night, row }) as const),
  ]
  return steps.toSorted((one, two) => Temporal.PlainDate.compare(one.night, two.night))
}

function stepsTo(event: DesiredEvent, row: CalendarEventRow | undefined): PushStep[] {
  const { night } = event
  if (row === undefined) return [{ kind: 'insert', night, event, generation: 0 }]
  const { state, etag, generation } = row
  // The provider never frees the id of a removed event; one that was only out of reach has it still.
  if (state === 'removed')
    return [
      { kind: 'insert', night, event, generation: generation + (etag === null ? 1 : 0), seen: row },
    ]
  // Stored but without a response: the same id again, so that it cannot become a second event.
  if (etag === null) return [{ kind: 'insert', night, event, generation, seen: row }]
  if (state === 'present' && row.pushedHash === event.hash) return []
  return [{ kind: state === 'deleted' ? 'revive' : 'update', night, event, row: { ...row, etag } }]
}

function pastStepsTo(event: DesiredEvent, row: CalendarEventRow | undefined): PushStep[] {
  if (row === undefined || row.state === 'removed') return []
  const asItWas = row.etag === null || pushedMeaning(row.pushedHash) === event.meaning
  return row.state === 'present' && asItWas ? [] : stepsTo(event, row)
}

/** How far the calendar is behind the plan. */
export interface PushProgress {
  /** Nights whose event differs from the plan, in order. */
  pending: Temporal.PlainDate[]
  /** Nights already written for the requested pushes. */
  written: number
}

/** Computes what a push would have to do, without calling the provider. */
export async function readPushProgress(
  db: Database,
  query: { now: Temporal.Instant; publicUrl: string },
): Promise<PushProgress> {
  const facts = await readPushFacts(db, query)
  if (facts === undefined) return { pending: [], written: 0 }
  const pending = pushSteps(facts).map(({ night }) => night)
  const waiting = new Set(pending.map(String))
  const inWork = await readNightsInWork(db, facts.selected)
  const written = inWork.filter(night => !waiting.has(night.toString())).length
  return { pending, written }
}
