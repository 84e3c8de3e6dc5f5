import type { RemoteEvent } from '@night-routine/calendar'
import { householdTransaction, requestJob, type CalendarEventRow } from '@night-routine/database'
import { applyCalendarEdits, oldestChangeable, readSettings } from '@night-routine/household'
import { editOf } from '../pull/edit-of.ts'
import { judgeFound } from '../pull/judge-found.ts'
import { recordRemoved, type PushContext } from './push-context.ts'
import { removeNight } from './remove-night.ts'

/**
 * Removes our events of these nights from a calendar that is no longer read. Unread edits are applied first, so
 * that changing the calendar loses none.
 */
export async function clearCalendar(
  push: PushContext,
  rows: readonly CalendarEventRow[],
): Promise<void> {
  const edited: { row: CalendarEventRow; remote: RemoteEvent }[] = []
  for (const row of rows) {
    const remote = await removeNight(push, row)
    if (remote) edited.push({ row, remote })
  }
  if (edited.length === 0) return
  await follow(
    push,
    edited.map(({ remote }) => remote),
  )
  for (const { row, remote } of edited) {
    await push.calendar.remove(push.calendarId, remote.eventId, remote.etag)
    await recordRemoved(push, row)
  }
}

// All at once, as in a pull, because a person who swapped two titles meant both.
async function follow(
  { db, calendarId, now }: PushContext,
  events: readonly RemoteEvent[],
): Promise<void> {
  await householdTransaction(db, async trx => {
    const from = oldestChangeable(await readSettings(trx), now)
    const judged = await judgeFound(trx, events, { calendarId, from })
    const { change } = await applyCalendarEdits(trx, { edits: judged.flatMap(editOf), now })
    if (change !== null) await requestJob(trx, 'push')
  })
}
