import {
  householdTransaction,
  noteCleared,
  readDisconnectRequest,
  readRetiredCalendarEvents,
  requestJob,
  type DisconnectRequest,
} from '@night-routine/database'
import type { PushContext } from '../push/push-context.ts'
import { clearCalendar } from '../push/clear-calendar.ts'
import { tonight, readSettings } from '@night-routine/household'
import { canSkip } from './patience.ts'

/**
 * Removes our events from tonight on from every calendar; earlier ones stay. Each removal is recorded, so a
 * killed run is continued by the next one. Events that the provider does not let us remove stay and are
 * counted.
 * @throws CalendarError that can be retried, and errors of the call rules
 */
export async function clearCalendars(
  push: Omit<PushContext, 'calendarId'>,
  request: DisconnectRequest,
): Promise<void> {
  const { db, now } = push
  const from = tonight(await readSettings(db), now)
  const rows = await readRetiredCalendarEvents(db, null, from)
  for (const [calendarId, ours] of Map.groupBy(rows, row => row.calendarId))
    try {
      await clearCalendar({ ...push, calendarId }, ours)
    } catch (error) {
      if (!canSkip(error, request, now)) throw error
    }
  await householdTransaction(db, async trx => {
    if (!(await readDisconnectRequest(trx))) return
    const { length: eventsLeft } = await readRetiredCalendarEvents(trx, null, from)
    await noteCleared(trx, { at: now, eventsLeft })
    await requestJob(trx, 'channel')
  })
}
