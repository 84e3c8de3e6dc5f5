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
 * Notes a person's wish to disconnect, and asks the worker to carry it out: `channel` stops what tells
 * us of changes, `push` takes our events from tonight on out of every calendar, and `channel` again
 * gives the grant back and forgets it. No calendar is selected from here on, so that nothing more is
 * written or read; plan and history stay. Asked again, it adds nothing. Call it inside
 * `householdTransaction`.
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
