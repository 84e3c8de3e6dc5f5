import type { RemoteEvent } from '@night-routine/calendar'
import {
  appendHistory,
  lockMirror,
  replaceMirror,
  requestWork,
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
  const { etag } = remote
  const written = { etag, pushedHash: event.hash, judgedMeaning: null, state: 'present' } as const
  await replaceMirror(push.db, { ...row, ...written }, row)
}

/** Nothing of ours is there any more. */
export async function recordRemoved(push: PushContext, row: MirrorRow): Promise<void> {
  const forgotten = { etag: null, pushedHash: null, judgedMeaning: null } as const
  await replaceMirror(push.db, { ...row, ...forgotten, state: 'removed' }, row)
}

/**
 * A person changed the event: it is left as it is, and a pull judges it. If one has done so since this
 * push began, what is to be written now is another thing: that is for the next push.
 */
export async function leaveEdited(
  push: PushContext,
  row: MirrorRow,
  remote: RemoteEvent,
): Promise<void> {
  push.left.push(row.night)
  await transaction(push.db, async trx => {
    const [known] = await lockMirror(trx, row.calendarId, [row.eventId])
    await requestWork(trx, known?.etag === remote.etag ? 'push' : 'pull')
  })
}

/** Somebody removed the event, and it was made again. */
export async function recordRestored(push: PushContext, row: MirrorRow): Promise<void> {
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
