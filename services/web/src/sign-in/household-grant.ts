import type { Grant } from '@night-routine/calendar'
import {
  closeNotices,
  raiseNotice,
  readCalendar,
  readDisconnectRequest,
  readToken,
  saveToken,
} from '@night-routine/database/calendar'
import {
  TokenUnreadableError,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database/connection'
import type { SignInIntent } from '@night-routine/database/people'
import { readSettings, zoneOf } from '@night-routine/household'

/** Whether this sign-in replaces the household's grant; none does while a disconnect request is pending. */
export async function takesGrant(
  trx: Transaction,
  { keys, subject, intent }: { keys: TokenKeys; subject: string; intent: SignInIntent },
): Promise<boolean> {
  if (intent === 'sign-in' || (await readDisconnectRequest(trx))) return false
  return intent === 'replace' || takesGrantOf(trx, keys, subject)
}

/** Stores the grant of this sign-in as the household's. */
export async function storeGrant(
  trx: Transaction,
  keys: TokenKeys,
  by: { grant: Grant; email: string; subject: string; now: Temporal.Instant },
): Promise<void> {
  const { grant, email, subject, now } = by
  const { refreshTokenEndsInSeconds: seconds } = grant
  // Null if it has no fixed end.
  const end = seconds === null ? null : now.add({ seconds })
  await saveToken(trx, keys, {
    ...grant,
    expiry: now.add({ seconds: grant.expiresInSeconds }),
    refreshTokenEndsAt: end,
    accountEmail: email,
    accountSubject: subject,
  })
  await closeNotices(trx, ['calendar-lost'], now)
  if (grant.refreshToken !== null) await noteGrantEnd(trx, end, now)
}

/** Raises a notice of the day the grant ends, if the provider states it; otherwise closes an earlier one. */
async function noteGrantEnd(trx: Transaction, end: Temporal.Instant | null, now: Temporal.Instant) {
  if (end === null) return closeNotices(trx, ['grant-ends'], now)
  const timeZone = zoneOf(await readSettings(trx))
  const on = end.toZonedDateTimeISO(timeZone).toPlainDate().toString()
  return raiseNotice(trx, { kind: 'grant-ends', night: null, data: { on } }, now)
}

/**
 * Whether this account's grant becomes the household's automatically: that of the first account, of the
 * account behind the stored grant, and of any parent while no calendar is selected. Other accounts only
 * sign in; the calendars page then offers to switch.
 */
async function takesGrantOf(trx: Transaction, keys: TokenKeys, subject: string): Promise<boolean> {
  const stored = await readToken(trx, keys).catch((error: unknown) => {
    if (error instanceof TokenUnreadableError) return undefined
    throw error
  })
  if (!stored || stored.accountSubject === subject) return true
  return (await readCalendar(trx)) === undefined
}
