import {
  appendHistory,
  closeNotices,
  forgetCalendar,
  readCalendar,
  readDisconnectRequest,
  requestJob,
  saveDisconnectRequest,
  type Transaction,
} from '@night-routine/database'
import type { ChangeOrigin } from '@night-routine/household'

/**
 * Stores a disconnect request and requests the jobs that carry it out: `channel` stops notifications, `push`
 * removes our events from tonight on from every calendar, and `channel` then revokes the grant. No calendar is
 * selected from here on, so nothing more is read or written; plan and history stay. Repeating the request adds
 * nothing. Call it inside `householdTransaction`.
 */
export async function requestDisconnect(
  trx: Transaction,
  { now, actor }: ChangeOrigin,
): Promise<void> {
  if (await readDisconnectRequest(trx)) return
  const calendarName = (await readCalendar(trx))?.calendarName ?? null
  await saveDisconnectRequest(trx, { requestedAt: now, calendarName })
  await forgetCalendar(trx)
  await closeNotices(trx, ['calendar-lost', 'reader-brake', 'night-refused', 'grant-ends'], now)
  const by = { at: now, actorKind: actor.kind, actor: actor.email }
  const what = { action: 'calendar-disconnected', night: null, before: { calendarName } }
  await appendHistory(trx, [{ ...by, ...what, after: null }])
  for (const kind of ['channel', 'push'] as const) await requestJob(trx, kind)
}
