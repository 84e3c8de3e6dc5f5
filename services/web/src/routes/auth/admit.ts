import type { Grant, Identity, Permission } from '@night-routine/calendar'
import {
  bindAccount,
  closeNotices,
  createSession,
  deleteSession,
  forgetFailures,
  lockToken,
  movePushSubscriptions,
  raiseNotice,
  readCalendar,
  readDisconnectRequest,
  readToken,
  requestJob,
  saveToken,
  transaction,
  TokenUnreadableError,
  type SignInIntent,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database'
import { readSettings } from '@night-routine/household'
import { foldEmail } from '@night-routine/service'
import type { WebContext } from '../../context.ts'

/** A person who may sign in, perhaps with a grant. */
export interface Admission {
  person: Identity
  intent: SignInIntent
  /** Digest of the new session's token. */
  tokenHash: string
  /** Digest of this browser's previous session, which ends here. */
  replaces: string | null
  /** A short name of the browser for the list of sessions. */
  device?: string | null
}

/** The work that needs a grant. */
const granted = ['channel', 'pull', 'push'] as const

type AdmitContext = Pick<WebContext, 'db' | 'keys' | 'clock' | 'wake'>

/**
 * Signs a person in, in one transaction: binds the address to the account, stores the grant if it becomes
 * the household's, and starts the session.
 * @returns 'other-account' when the address belongs to another account, or the permissions that the
 * household's grant lacks; then nothing is stored
 */
export async function admit(
  { db, keys, clock, wake }: AdmitContext,
  { person, intent, tokenHash, replaces, device = null }: Admission,
): Promise<'admitted' | 'other-account' | { missing: Permission[] }> {
  const email = foldEmail(person.email)
  const { grant, subject } = person
  const now = clock.now()
  let toWake: readonly (typeof granted)[number][] = []
  const outcome = await transaction(db, async trx => {
    await lockToken(trx)
    const takes = grant !== null && (await takesGrant(trx, { keys, subject, intent }))
    if (takes && grant.missing.length > 0) return { missing: grant.missing }
    if ((await bindAccount(trx, email, subject)) === 'other-subject') return 'other-account'
    if (takes) {
      await saveToken(trx, keys, {
        ...grant,
        expiry: now.add({ seconds: grant.expiresInSeconds }),
        refreshTokenEndsAt: endOf(grant, now),
        accountEmail: email,
        accountSubject: subject,
      })
      await closeNotices(trx, ['calendar-lost'], now)
      if (grant.refreshToken !== null) await tellOfEnd(trx, endOf(grant, now), now)
      if (await readCalendar(trx)) {
        await forgetFailures(trx, granted)
        for (const kind of granted) await requestJob(trx, kind)
        toWake = granted
      }
    }
    if (replaces !== null) {
      await movePushSubscriptions(trx, { from: replaces, to: tokenHash, email })
      await deleteSession(trx, replaces)
    }
    await createSession(trx, { tokenHash, email, subject, now, device })
    return 'admitted'
  })
  await wake(toWake)
  return outcome
}

/** Whether this sign-in replaces the household's grant; none does while a disconnect request is pending. */
async function takesGrant(
  trx: Transaction,
  {
    keys,
    subject,
    intent,
  }: Pick<AdmitContext, 'keys'> & {
    subject: string
    intent: SignInIntent
  },
): Promise<boolean> {
  if (intent === 'sign-in' || (await readDisconnectRequest(trx))) return false
  return intent === 'replace' || takesGrantOf(trx, keys, subject)
}

function endOf({ refreshTokenEndsInSeconds: seconds }: Grant, now: Temporal.Instant) {
  return seconds === null ? null : now.add({ seconds })
}

/** The provider states when a grant ends, so parents get a notice in time. */
async function tellOfEnd(trx: Transaction, end: Temporal.Instant | null, now: Temporal.Instant) {
  if (end === null) return closeNotices(trx, ['grant-ends'], now)
  const { timeZone } = await readSettings(trx)
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
