import { eventHash, eventId, isCalendarError, noteOf, pushedMeaning } from '@night-routine/calendar'
import {
  lockCalendarEvents,
  replaceCalendarEvents,
  saveCalendarEvents,
  type CalendarEventRow,
} from '@night-routine/database/calendar'
import { transaction } from '@night-routine/database/connection'
import {
  leaveEdited,
  leaveJudged,
  readBack,
  recordRestored,
  recordWritten,
  removeOurs,
  type PushContext,
} from './push-context.ts'
import { draft, type DesiredEvent } from './desired-events.ts'
import type { KnownRow } from './push-steps.ts'

/**
 * Inserts the event of a night; if it exists, reads it and decides again. With `seen`, it leaves a night to the
 * next push if a pull has learned more about it meanwhile.
 */
export async function insertNight(
  push: PushContext,
  event: DesiredEvent,
  known: { generation: number; note?: string | null; seen?: CalendarEventRow },
) {
  const { generation, note = null, seen } = known
  const { calendarId, installation } = push
  const { night, hash } = event
  const row: CalendarEventRow = {
    calendarId,
    night,
    generation,
    eventId: eventId({ installation, calendarId, night, generation }),
    etag: null,
    pushedHash: hash,
    judgedMeaning: null,
    note,
    state: 'present',
    unlisted: true,
  }
  // Stored before the insert, so that the event is known even if the worker is killed in between.
  if (seen === undefined) await saveCalendarEvents(push.db, row)
  else if (!(await replaceCalendarEvents(push.db, row, seen))) return leaveJudged(push, night)
  try {
    const remote = await push.calendar.insert(calendarId, draft(row, event, installation))
    await recordWritten(push, row, event, remote)
  } catch (error) {
    if (!isCalendarError(error, 'event-exists')) throw error
    await readAndDecide(push, row, event)
  }
}

/** Updates the event of a night; if it changed since we last saw it, reads it and decides again. */
export async function updateNight(push: PushContext, event: DesiredEvent, known: KnownRow) {
  const row = await reclaimText(push, event, known)
  try {
    await write(push, row, event, row.etag)
  } catch (error) {
    if (isCalendarError(error, 'event-gone')) await replace(push, row, event)
    else if (isCalendarError(error, 'event-stale')) await readAndDecide(push, row, event)
    else if (isCalendarError(error, 'request-refused')) await replaceSeries(push, row, event, error)
    else throw error
  }
}

/** Restores the event of a night that a person removed, unless it changed since. */
export async function reviveNight(push: PushContext, event: DesiredEvent, known: KnownRow) {
  const row = await reclaimText(push, event, known)
  try {
    await revive(push, row, event, row.etag)
  } catch (error) {
    if (!isCalendarError(error, 'event-stale')) throw error
    await readAndDecide(push, row, event)
  }
}

// Our earlier text replaces a person's text. From here on it counts as ours, even if the response is lost.
async function reclaimText(push: PushContext, event: DesiredEvent, row: KnownRow) {
  if (row.judgedMeaning === null || pushedMeaning(row.pushedHash) !== event.meaning) return row
  const reclaimed: KnownRow = { ...row, judgedMeaning: null }
  await replaceCalendarEvents(push.db, reclaimed, row)
  return reclaimed
}

async function readAndDecide(push: PushContext, known: CalendarEventRow, event: DesiredEvent) {
  const remote = await push.calendar.get(push.calendarId, known.eventId)
  if (remote === null) return replace(push, known, event)
  const isEmpty = remote.status === 'cancelled' || remote.unreadable === true
  const row = isEmpty ? known : { ...known, note: noteOf(remote) }
  switch (readBack(remote, { row, wanted: event.meaning })) {
    case 'removed':
      // An event that was only stored, never confirmed, has no text of a person.
      if (row.etag === null) return revive(push, row, event, remote.etag)
      // We removed it, or the removal was judged: the provider refuses its etag, so reading again would not help.
      if (row.state === 'removing' || (await isStillJudged(push, row)))
        return replace(push, row, event)
      // The event was removed after we last saw it. A pull judges that first, because it may have followed
      // an earlier edit that this push does not know.
      return leaveEdited(push, row, remote)
    case 'as-wanted':
      return recordWritten(push, row, event, remote)
    case 'known':
      return write(push, row, event, remote.etag)
    case 'edited':
      // This version was judged, so the provider refused it by mistake.
      return remote.etag === row.etag
        ? write(push, row, event, remote.etag)
        : leaveEdited(push, row, remote)
  }
}

/** Whether the removal that this push knows of is still the last known state. */
async function isStillJudged({ db, calendarId }: PushContext, row: CalendarEventRow) {
  if (row.state !== 'deleted') return false
  const [known] = await transaction(db, trx => lockCalendarEvents(trx, calendarId, [row.eventId]))
  return known?.state === 'deleted' && known.etag === row.etag
}

async function write(push: PushContext, row: CalendarEventRow, event: DesiredEvent, etag: string) {
  const remote = await push.calendar.update(
    push.calendarId,
    etag,
    draft(row, event, push.installation),
  )
  if (!remote.repeats && eventHash(remote) === event.meaning)
    return recordWritten(push, row, event, remote)
  // The provider accepted the write but changed nothing: it is another organizer's event.
  if (remote.status !== 'cancelled' && !(await removeOurs(push, row, remote))) return
  await replace(push, row, event)
}

/** Replaces a recurring event when the provider does not let us remove its recurrence. */
async function replaceSeries(
  push: PushContext,
  row: CalendarEventRow,
  event: DesiredEvent,
  why: unknown,
) {
  const remote = await push.calendar.get(push.calendarId, row.eventId)
  if (remote?.repeats !== true || remote.etag !== row.etag) throw why
  if (await removeOurs(push, row, remote)) await replace(push, row, event)
}

/** Restores a removed event under its id, or replaces it if the provider refuses. */
async function revive(push: PushContext, row: CalendarEventRow, event: DesiredEvent, etag: string) {
  try {
    await write(push, row, event, etag)
    await recordRestored(push, row)
  } catch (error) {
    if (!isCalendarError(error, 'forbidden', 'event-gone', 'request-refused')) throw error
    await replace(push, row, event)
  }
}

async function replace(push: PushContext, row: CalendarEventRow, event: DesiredEvent) {
  await insertNight(push, event, { generation: row.generation + 1, note: row.note })
  if (row.state !== 'removing') await recordRestored(push, row)
}
