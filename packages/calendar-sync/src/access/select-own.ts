import { ownCalendarId, ownCalendarName } from '@night-routine/calendar'
import { readCalendar, readDisconnectRequest, saveCalendar } from '@night-routine/database/calendar'
import { householdTransaction, type Database } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { readParents } from '@night-routine/database/nights'
import { areNamed } from '@night-routine/wording'

/** Selects the calendar of this installation: there is no other one. The worker then writes the plan to it. */
export async function selectOwn(db: Database): Promise<void> {
  await householdTransaction(db, async trx => {
    const selected = await readCalendar(trx)
    if (selected?.calendarId === ownCalendarId || (await readDisconnectRequest(trx))) return
    // Who shares the nights is asked first.
    if (!areNamed(await readParents(trx))) return
    await saveCalendar(trx, { calendarId: ownCalendarId, calendarName: ownCalendarName })
    for (const kind of ['plan', 'pull', 'push'] as const) await requestJob(trx, kind)
  })
}
