import {
  householdTransaction,
  noteCleared,
  readDisconnection,
  readRetiredMirrors,
  readSettings,
  requestWork,
  type Disconnection,
} from '@night-routine/database'
import type { PushContext } from '../push/push-context.ts'
import { clearCalendar } from '../push/clear-calendar.ts'
import { tonight } from '@night-routine/household'
import { goesOnWithout } from './patience.ts'

/**
 * Takes our events from tonight on out of every calendar, for good; earlier ones stay as the record
 * they are. Each removal is recorded, so that a run that was killed is gone on with. What the provider
 * does not let us remove is left, and counted.
 * @throws CalendarError that is worth a further try, and what the rules of the calendar throw
 */
export async function clearCalendars(
  push: Omit<PushContext, 'calendarId'>,
  wish: Disconnection,
): Promise<void> {
  const { db, now } = push
  const from = tonight(await readSettings(db), now)
  const rows = await readRetiredMirrors(db, null, from)
  for (const [calendarId, ours] of Map.groupBy(rows, row => row.calendarId))
    try {
      await clearCalendar({ ...push, calendarId }, ours)
    } catch (error) {
      if (!goesOnWithout(error, wish, now)) throw error
    }
  await householdTransaction(db, async trx => {
    if (!(await readDisconnection(trx))) return
    const { length: eventsLeft } = await readRetiredMirrors(trx, null, from)
    await noteCleared(trx, { at: now, eventsLeft })
    await requestWork(trx, 'channel')
  })
}
