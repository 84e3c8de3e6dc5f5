import type { SignIn } from '@night-routine/calendar'
import {
  deleteDisconnectRequest,
  forgetSyncs,
  forgetToken,
  householdTransaction,
  raiseNotice,
  readDisconnectRequest,
  readToken,
  TokenUnreadableError,
  type Database,
  type TokenKeys,
} from '@night-routine/database'

/**
 * Finishes a disconnect request whose calendars are cleared: revokes the grant and forgets it together with
 * the request. Call it when no channel is left, because stopping one needs the grant. A notice says what could
 * not be undone at the provider.
 * @returns whether there was a request to finish
 */
export async function finishDisconnecting(options: {
  db: Database
  keys: TokenKeys
  signIn: Pick<SignIn, 'revoke'>
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
async function revokeGrant({
  db,
  keys,
  signIn,
}: Pick<Parameters<typeof finishDisconnecting>[0], 'db' | 'keys' | 'signIn'>): Promise<boolean> {
  try {
    const stored = await readToken(db, keys)
    if (stored === undefined) return true
    // A broken grant was already refused by the provider.
    return (
      (await signIn.revoke(stored.refreshToken ?? stored.accessToken)) || stored.broken !== null
    )
  } catch (error) {
    if (error instanceof TokenUnreadableError) return false
    throw error
  }
}
