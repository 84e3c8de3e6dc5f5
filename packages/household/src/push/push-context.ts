import type { RemoteEvent } from '@night-routine/calendar'
import {
  appendHistory,
  saveMirror,
  transaction,
  type Database,
  type HistoryEntry,
  type MirrorRow,
} from '@night-routine/database'
import type { DesiredEvent } from './desired-events.ts'
import type { PacedCalendar } from './paced-calendar.ts'

/** One push into one calendar. */
export interface PushContext {
  db: Database
  calendar: PacedCalendar
  calendarId: string
  /** UUID of this installation, part of every event id. */
  installation: string
  now: Temporal.Instant
  /** True for a calendar that was selected before: nothing of ours stays there, edited or not. */
  retired: boolean
  /** Nights whose event a person has changed, as this push found out. */
  left: Temporal.PlainDate[]
}

/** The calendar holds what the event wants. */
export async function recordWritten(
  push: PushContext,
  row: MirrorRow,
  event: DesiredEvent,
  remote: RemoteEvent,
): Promise<void> {
  await saveMirror(push.db, {
    ...row,
    etag: remote.etag,
    pushedHash: event.hash,
    state: 'present',
  })
}

/** Nothing of ours is there any more. */
export async function recordRemoved(push: PushContext, row: MirrorRow): Promise<void> {
  await saveMirror(push.db, { ...row, etag: null, pushedHash: null, state: 'removed' })
}

/** A person changed the event: what stands there is not ours, and waits to be judged. */
export async function recordEdited(push: PushContext, row: MirrorRow): Promise<void> {
  push.left.push(row.night)
  await transaction(push.db, async trx => {
    await saveMirror(trx, { ...row, pushedHash: null })
    await appendHistory(trx, [entry(push, row, 'event-edited')])
  })
}

/** Somebody removed the event, and it was made again. */
export async function recordRestored(push: PushContext, row: MirrorRow): Promise<void> {
  await transaction(push.db, trx => appendHistory(trx, [entry(push, row, 'event-restored')]))
}

function entry(push: PushContext, row: MirrorRow, action: string): HistoryEntry {
  return {
    at: push.now,
    actorKind: 'calendar',
    actor: null,
    action,
    night: row.night,
    before: null,
    after: null,
  }
}
