import type { Grant } from '@night-routine/calendar'
import {
  bindAccount,
  closeNotices,
  createSession,
  deleteSession,
  lockToken,
  readCalendar,
  readDisconnection,
  readToken,
  requestWork,
  saveToken,
  transaction,
  TokenUnreadableError,
  type Database,
  type SignIn,
  type TokenKeys,
  type Transaction,
} from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import { foldEmail } from '../../allow-list.ts'

/** A person who may enter, and what the provider gave for them. */
export interface Admission {
  grant: Grant
  intent: SignIn['intent']
  /** Digest of the new session's token. */
  tokenHash: string
  /** Digest of the session this browser had before; it ends here. */
  replaces: string | null
  /** A word or two for the browser, so that its person knows it again in the list of sessions. */
  device?: string | null
}

export interface AdmitOptions {
  db: Database
  keys: TokenKeys
  clock: Clock
}

/**
 * Lets a person in, in one transaction: binds the address to the account, stores the grant where the
 * rule says so, and begins the session.
 * @returns 'other-account' when the address belongs to another account; then nothing is stored
 */
export async function admit(
  { db, keys, clock }: AdmitOptions,
  { grant, intent, tokenHash, replaces, device = null }: Admission,
): Promise<'admitted' | 'other-account'> {
  const email = foldEmail(grant.email)
  const { subject } = grant
  const now = clock.now()
  return transaction(db, async trx => {
    if ((await bindAccount(trx, email, subject)) === 'other-subject') return 'other-account'
    await lockToken(trx)
    if (await takesGrant(trx, { keys, subject, intent })) {
      await saveToken(trx, keys, {
        ...grant,
        expiry: now.add({ seconds: grant.expiresInSeconds }),
        accountEmail: email,
        accountSubject: subject,
      })
      await closeNotices(trx, ['calendar-lost'], now)
      // What could not be watched, read or written without a grant waits for it.
      if (await readCalendar(trx))
        for (const kind of ['channel', 'pull', 'push'] as const) await requestWork(trx, kind)
    }
    if (replaces !== null) await deleteSession(trx, replaces)
    await createSession(trx, { tokenHash, email, subject, now, device })
    return 'admitted'
  })
}

/** Whether this sign-in brings the household's grant; none does while the last one is being given back. */
async function takesGrant(
  trx: Transaction,
  {
    keys,
    subject,
    intent,
  }: Pick<AdmitOptions, 'keys'> & {
    subject: string
    intent: SignIn['intent']
  },
): Promise<boolean> {
  if (await readDisconnection(trx)) return false
  return intent === 'reconnect' || takesGrantOf(trx, keys, subject)
}

/**
 * Whether a plain sign-in brings the household's grant: the first one does, so does the account that
 * gave the stored one, and anybody while no calendar hangs on it. The other parent only signs in.
 */
async function takesGrantOf(trx: Transaction, keys: TokenKeys, subject: string): Promise<boolean> {
  const stored = await readToken(trx, keys).catch((error: unknown) => {
    if (error instanceof TokenUnreadableError) return undefined
    throw error
  })
  if (!stored || stored.accountSubject === subject) return true
  return (await readCalendar(trx)) === undefined
}
