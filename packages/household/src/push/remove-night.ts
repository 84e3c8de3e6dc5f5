import { CalendarError } from '@night-routine/calendar'
import type { MirrorRow } from '@night-routine/database'
import { leaveEdited, recordRemoved, type PushContext } from './push-context.ts'
import { readBack } from './read-back.ts'

/** Removes the event of a night that nobody is planned for any more, unless a person changed it. */
export async function removeNight(push: PushContext, row: MirrorRow): Promise<void> {
  if (row.state === 'deleted') return recordRemoved(push, row)
  if (row.etag === null) return lookAndRemove(push, row)
  try {
    await push.calendar.remove(push.calendarId, row.eventId, row.etag)
    await recordRemoved(push, row)
  } catch (error) {
    if (!(error instanceof CalendarError && error.reason === 'event-stale')) throw error
    await lookAndRemove(push, row)
  }
}

async function lookAndRemove(push: PushContext, row: MirrorRow): Promise<void> {
  const remote = await push.calendar.get(push.calendarId, row.eventId)
  if (remote === null) return recordRemoved(push, row)
  const found = readBack(remote, { row, wanted: null })
  if (found === 'edited' && !push.retired) return leaveEdited(push, row, remote)
  if (found !== 'removed') await push.calendar.remove(push.calendarId, remote.eventId, remote.etag)
  await recordRemoved(push, row)
}
