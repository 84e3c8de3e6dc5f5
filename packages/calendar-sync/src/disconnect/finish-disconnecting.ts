import type { SignIn } from '@night-routine/calendar'
import {
  endDisconnection,
  forgetSyncs,
  forgetToken,
  householdTransaction,
  raiseNotice,
  readDisconnection,
  readToken,
  TokenUnreadableError,
  type Database,
  type TokenKeys,
} from '@night-routine/database'

/**
 * Ends a disconnection whose calendars are cleared: gives the grant back to the provider, and forgets
 * it here together with the wish. To be called by whoever keeps the channel, when none is left: a
 * channel cannot be stopped without the grant. What could not be undone at the provider is told.
 * @returns whether there was one to end
 */
export async function finishDisconnecting(options: {
  db: Database
  keys: TokenKeys
  signIn: Pick<SignIn, 'revoke'>
  now: Temporal.Instant
  check: () => void
}): Promise<boolean> {
  const { db, now, check } = options
  if (!(await readDisconnection(db))?.cleared) return false
  check()
  const revoked = await giveBack(options)
  check()
  return householdTransaction(db, async trx => {
    const wish = await readDisconnection(trx)
    if (!wish?.cleared || !(await endDisconnection(trx))) return false
    await forgetToken(trx)
    await forgetSyncs(trx)
    const { eventsLeft } = wish.cleared
    if (eventsLeft > 0 || !revoked) {
      const data = { calendarName: wish.calendarName, eventsLeft, revoked }
      await raiseNotice(trx, { kind: 'disconnected', night: null, data }, now)
    }
    return true
  })
}

/** Whether the provider no longer knows of a grant. */
async function giveBack({
  db,
  keys,
  signIn,
}: Pick<Parameters<typeof finishDisconnecting>[0], 'db' | 'keys' | 'signIn'>): Promise<boolean> {
  try {
    const stored = await readToken(db, keys)
    if (stored === undefined) return true
    // Refused by the provider before, a grant is no more.
    return (
      (await signIn.revoke(stored.refreshToken ?? stored.accessToken)) || stored.broken !== null
    )
  } catch (error) {
    if (error instanceof TokenUnreadableError) return false
    throw error
  }
}
