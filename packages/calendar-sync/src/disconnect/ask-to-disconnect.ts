import {
  appendHistory,
  closeNotices,
  forgetCalendar,
  readCalendar,
  readDisconnection,
  requestWork,
  saveDisconnection,
  type Transaction,
} from '@night-routine/database'
import type { By } from '@night-routine/household'

/**
 * Stores a disconnect request and requests the jobs that carry it out: `channel` stops notifications, `push`
 * removes our events from tonight on from every calendar, and `channel` then revokes the grant. No calendar is
 * selected from here on, so nothing more is read or written; plan and history stay. Repeating the request adds
 * nothing. Call it inside `householdTransaction`.
 */
export async function askToDisconnect(trx: Transaction, { now, author }: By): Promise<void> {
  if (await readDisconnection(trx)) return
  const calendarName = (await readCalendar(trx))?.calendarName ?? null
  await saveDisconnection(trx, { askedAt: now, calendarName })
  await forgetCalendar(trx)
  await closeNotices(trx, ['calendar-lost', 'reader-brake', 'night-refused', 'grant-ends'], now)
  const by = { at: now, actorKind: author.kind, actor: author.actor }
  const what = { action: 'calendar-disconnected', night: null, before: { calendarName } }
  await appendHistory(trx, [{ ...by, ...what, after: null }])
  for (const kind of ['channel', 'push'] as const) await requestWork(trx, kind)
}
