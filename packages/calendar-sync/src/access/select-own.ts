import { ownCalendarId, ownCalendarName } from '@night-routine/calendar'
import {
  closeNotices,
  forgetCalendar,
  raiseNotice,
  readCalendar,
  readDisconnectRequest,
  readRetiredCalendarEvents,
  saveCalendar,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { forgetFailures, requestJob } from '@night-routine/database/jobs'
import { readParents } from '@night-routine/database/nights'
import { readSettings, tonight } from '@night-routine/household'
import { areNamed } from '@night-routine/wording'
import { ofConnection } from '../disconnect/disconnect.ts'

/**
 * Selects the calendar of this installation: there is no other one. The worker then writes the plan to it; a notice tells
 * of events in the calendar before, which is out of reach. Call it inside `householdTransaction`.
 */
export async function selectOwn(trx: Transaction, now: Temporal.Instant) {
  const selected = await readCalendar(trx)
  if (selected?.calendarId === ownCalendarId || (await readDisconnectRequest(trx))) return
  // Who shares the nights is asked first.
  if (!areNamed(await readParents(trx))) return
  await saveCalendar(trx, { calendarId: ownCalendarId, calendarName: ownCalendarName })
  const from = tonight(await readSettings(trx), now)
  const { length: eventsLeft } = await readRetiredCalendarEvents(trx, ownCalendarId, from)
  if (selected && eventsLeft > 0) {
    const data = { calendarName: selected.calendarName, eventsLeft }
    await raiseNotice(trx, { kind: 'left-behind', night: null, data }, now)
  }
  await closeNotices(trx, ofConnection, now)
  await forgetFailures(trx, ['pull', 'push'])
  for (const kind of ['plan', 'pull', 'push'] as const) await requestJob(trx, kind)
}

/** Where the calendar is elsewhere now, parents choose one. The worker then clears the own one, with its last edits. */
export async function leaveOwn(trx: Transaction, now: Temporal.Instant) {
  if ((await readCalendar(trx))?.calendarId !== ownCalendarId) return
  await forgetCalendar(trx)
  await closeNotices(trx, ['left-behind'], now)
}
