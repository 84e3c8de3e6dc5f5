import { CalendarError, type RemoteEvent } from '@night-routine/calendar'
import type { CalendarEventRow } from '@night-routine/database'
import { recordRemoved, type PushContext } from './push-context.ts'
import { readBack } from './read-back.ts'

/**
 * Removes the event of a night.
 * @returns the event, not removed, when a person changed it and the edit was not judged yet
 */
export async function removeNight(
  push: PushContext,
  row: CalendarEventRow,
): Promise<RemoteEvent | undefined> {
  // A person removed it, but an unrecorded write of ours may have restored it.
  if (row.etag === null || row.state === 'deleted') return readAndRemove(push, row)
  try {
    await push.calendar.remove(push.calendarId, row.eventId, row.etag)
  } catch (error) {
    if (!(error instanceof CalendarError && error.reason === 'event-stale')) throw error
    return readAndRemove(push, row)
  }
  return forget(push, row)
}

async function readAndRemove(
  push: PushContext,
  row: CalendarEventRow,
): Promise<RemoteEvent | undefined> {
  const remote = await push.calendar.get(push.calendarId, row.eventId)
  if (remote === null) return forget(push, row)
  const found = readBack(remote, { row, wanted: null })
  if (found === 'edited') return remote
  if (found !== 'removed') await push.calendar.remove(push.calendarId, remote.eventId, remote.etag)
  return forget(push, row)
}

async function forget(push: PushContext, row: CalendarEventRow): Promise<undefined> {
  await recordRemoved(push, row)
}
