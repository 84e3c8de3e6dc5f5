import {
  closeNotices,
  lockCalendarEvents,
  readCalendar,
  readCalendarEvents,
  saveCalendarEvents,
} from '@night-routine/database/calendar'
import type { Transaction } from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { oldestChangeable, readSettings } from '@night-routine/household'
import { knownGone } from './known-after.ts'

/**
 * Creates our events again after a parent confirms that they are gone from the selected calendar: every one
 * from the oldest changeable night on, under its own id. When an event exists after all, the insert fails and
 * the push reads it instead, so nothing is duplicated or overwritten. Call it inside `householdTransaction`.
 */
export async function putNightsBack(trx: Transaction, { now }: { now: Temporal.Instant }) {
  const calendar = await readCalendar(trx)
  if (calendar === undefined) return
  const { calendarId } = calendar
  const from = oldestChangeable(await readSettings(trx), now)
  const known = await readCalendarEvents(trx, calendarId, from)
  const standing = known.filter(({ state }) => state !== 'removed')
  const ids = standing.map(({ eventId }) => eventId)
  for (const row of await lockCalendarEvents(trx, calendarId, ids))
    await saveCalendarEvents(trx, knownGone(row))
  await closeNotices(trx, ['reader-brake'], now)
  for (const kind of ['pull', 'push'] as const) await requestJob(trx, kind)
}
