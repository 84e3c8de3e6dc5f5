import { CalendarError, type Grants } from '@night-routine/calendar'
import {
  closeNotices,
  deleteDisconnectRequest,
  forgetCalendar,
  forgetSyncs,
  forgetToken,
  raiseNotice,
  readCalendar,
  readDisconnectRequest,
  readToken,
  saveDisconnectRequest,
  type DisconnectRequest,
} from '@night-routine/database/calendar'
import {
  householdTransaction,
  TokenUnreadableError,
  type Database,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database/connection'
import { requestJob } from '@night-routine/database/jobs'
import { appendHistory } from '@night-routine/database/nights'
import type { ChangeOrigin } from '@night-routine/household'

/** Notices about the connected calendar. */
export const ofConnection = [
  'calendar-lost',
  'reader-brake',
  'other-installation',
  'night-refused',
  'night-failed',
  'event-unreadable',
  'grant-ends',
]

/**
 * Stores a disconnect request and requests the jobs that carry it out: `channel` stops notifications, `push`
 * removes our events from tonight on from every calendar, and `channel` then revokes the grant. No calendar is
 * selected from here on, so nothing more is read or written; plan and history stay. Repeating the request adds
 * nothing. Call it inside `householdTransaction`.
 */
export async function requestDisconnect(trx: Transaction, { now, actor }: ChangeOrigin) {
  if (await readDisconnectRequest(trx)) return
  const calendarName = (await readCalendar(trx))?.calendarName ?? null
  await saveDisconnectRequest(trx, { requestedAt: now, calendarName })
  await forgetCalendar(trx)
  await closeNotices(trx, ofConnection, now)
  const by = { at: now, actorKind: actor.kind, actor: actor.email }
  const what = { action: 'calendar-disconnected', night: null, before: { calendarName } }
  await appendHistory(trx, [{ ...by, ...what, after: null }])
  for (const kind of ['channel', 'push'] as const) await requestJob(trx, kind)
}

/** How long an unavailable provider may delay a disconnect. */
const timeout = { minutes: 15 }

/**
 * Whether a disconnect continues without the failed call: at once when a retry cannot help, otherwise after 15
 * minutes. Errors that are not the provider's always stop it.
 */
export function canSkip(
  error: unknown,
  { requestedAt }: Pick<DisconnectRequest, 'requestedAt'>,
  now: Temporal.Instant,
): boolean {
  if (!(error instanceof CalendarError)) return false
  return error.class !== 'retry' || Temporal.Instant.compare(now, requestedAt.add(timeout)) >= 0
}

/**
 * Finishes a disconnect request whose calendars are cleared: revokes the grant and forgets it together with
 * the request. Call it when no channel is left, because stopping one needs the grant. A notice says what could
 * not be undone at the provider.
 * @returns whether there was a request to finish
 */
export async function finishDisconnecting(options: {
  db: Database
  keys: TokenKeys
  /** Null for a provider that needs no grant. */
  grants: Pick<Grants, 'revoke'> | null
  now: Temporal.Instant
  check: () => void
}): Promise<boolean> {
  const { db, now, check } = options
  if (!(await readDisconnectRequest(db))?.cleared) return false
  check()
  const revoked = await revokeGrant(options)
  check()
  return householdTransaction(db, async trx => {
    const request = await readDisconnectRequest(trx)
    if (!request?.cleared || !(await deleteDisconnectRequest(trx))) return false
    await forgetToken(trx)
    await forgetSyncs(trx)
    const { eventsLeft } = request.cleared
    if (eventsLeft > 0 || !revoked) {
      const data = { calendarName: request.calendarName, eventsLeft, revoked }
      await raiseNotice(trx, { kind: 'disconnected', night: null, data }, now)
    }
    return true
  })
}

/** Whether the grant is no longer valid at the provider. */
async function revokeGrant(options: Parameters<typeof finishDisconnecting>[0]): Promise<boolean> {
  const { db, keys, grants } = options
  try {
    const stored = await readToken(db, keys)
    if (stored === undefined || grants === null) return true
    // A broken grant was already refused by the provider.
    return (
      (await grants.revoke(stored.refreshToken ?? stored.accessToken)) || stored.broken !== null
    )
  } catch (error) {
    if (error instanceof TokenUnreadableError) return false
    throw error
  }
}
