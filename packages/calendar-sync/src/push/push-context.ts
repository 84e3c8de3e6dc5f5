import {
  eventHash,
  pushedMeaning,
  textOrigin,
  type CalendarError,
  type RemoteEvent,
} from '@night-routine/calendar'
import {
  lockCalendarEvents,
  replaceCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import { transaction, type Database } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory, type HistoryEntry } from '@night-routine/database/nights'
import { oneByOne } from '../one-by-one.ts'
import type { DesiredEvent } from './desired-events.ts'
import type { PacedCalendar } from './paced-calendar.ts'

export interface PushContext {
  db: Database
  calendar: PacedCalendar
  calendarId: string
  /** UUID of this installation, part of every event id. */
  installation: string
  now: Temporal.Instant
  /** Nights whose event turned out to be changed by a person. */
  skipped: Temporal.PlainDate[]
}

/** A night whose event failed. */
export interface FailedNight {
  night: Temporal.PlainDate
  error: CalendarError
}

/**
 * Works on the events of these nights one after the other.
 * @returns those that failed
 * @throws CalendarError about the whole calendar, also when the account may only read it
 */
export async function eachNight<Item extends { night: Temporal.PlainDate }>(
  { calendar, calendarId }: Pick<PushContext, 'calendar' | 'calendarId'>,
  items: Iterable<Item>,
  work: (item: Item) => Promise<void>,
): Promise<FailedNight[]> {
  const isAboutAll = async ({ reason }: CalendarError) =>
    reason === 'forbidden' && !(await calendar.isWritable(calendarId))
  const failed = await oneByOne(items, work, { isAboutAll })
  return failed.map(({ item: { night }, error }) => ({ night, error }))
}

/** Records that the calendar has the desired event. */
export async function recordWritten(
  push: PushContext,
  row: CalendarEventRow,
  event: DesiredEvent,
  remote: RemoteEvent,
) {
  const { etag } = remote
  const written = { etag, pushedHash: event.hash, judgedMeaning: null, state: 'present' } as const
  await replaceCalendarEvents(push.db, { ...row, ...written, unlisted: true }, row)
}

/**
 * Removes our event, once it is on record that we do: a pull that finds it gone then knows who removed it.
 * @returns false, and another push is requested, if a pull has judged the event meanwhile
 */
export async function removeOurs(
  push: PushContext,
  row: CalendarEventRow,
  { eventId, etag }: { eventId: string; etag: string },
): Promise<boolean> {
  const isNoted = await replaceCalendarEvents(push.db, { ...row, state: 'removing' }, row)
  if (isNoted) await push.calendar.remove(push.calendarId, eventId, etag)
  else await leaveJudged(push, row.night)
  return isNoted
}

/** Records that our event is removed, also if it was on record before that we do. */
export async function recordRemoved(push: PushContext, row: CalendarEventRow): Promise<undefined> {
  const forgotten = { etag: null, pushedHash: null, judgedMeaning: null } as const
  for (const state of [row.state, 'removing'] as const)
    await replaceCalendarEvents(
      push.db,
      { ...row, ...forgotten, state: 'removed' },
      { ...row, state },
    )
}

/**
 * Leaves an event that a person changed, and requests a pull to judge it. If a pull judged it during this push,
 * the desired event is outdated, and another push is requested instead.
 */
export async function leaveEdited(push: PushContext, row: CalendarEventRow, remote: RemoteEvent) {
  push.skipped.push(row.night)
  await transaction(push.db, async trx => {
    const [known] = await lockCalendarEvents(trx, row.calendarId, [row.eventId])
    await requestJob(trx, known?.etag === remote.etag ? 'push' : 'pull')
  })
}

/** Leaves a night whose event a pull has judged during this push, and requests another push. */
export async function leaveJudged({ db, skipped }: PushContext, night: Temporal.PlainDate) {
  skipped.push(night)
  await requestJob(db, 'push')
}

/** Records that a removed event was restored. */
export async function recordRestored(push: PushContext, row: CalendarEventRow) {
  const entry: HistoryEntry = {
    at: push.now,
    actorKind: 'calendar',
    actor: null,
    action: 'event-restored',
    night: row.night,
    before: null,
    after: null,
  }
  await transaction(push.db, trx => appendHistory(trx, [entry]))
}

/**
 * Tells our own text from a person's, as the judge does. `as-wanted`: ours, and what we want to write. `known`:
 * ours or judged before, so only color, reminders and the like changed. `edited`: a person changed the text,
 * and the next pull judges it.
 */
export function readBack(
  remote: RemoteEvent,
  known: { row: Pick<CalendarEventRow, 'pushedHash' | 'judgedMeaning'>; wanted: string | null },
): 'removed' | 'as-wanted' | 'known' | 'edited' {
  if (remote.status === 'cancelled') return 'removed'
  const { pushedHash, judgedMeaning } = known.row
  const origin = textOrigin(remote, { pushedMeaning: pushedMeaning(pushedHash), judgedMeaning })
  if (origin === 'new') return 'edited'
  return origin === 'ours' && eventHash(remote) === known.wanted ? 'as-wanted' : 'known'
}
