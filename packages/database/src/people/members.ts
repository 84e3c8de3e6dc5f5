import { sql } from 'kysely'
import type { Queryable, Transaction } from '../connection/connect.ts'
import { revokeInvitationsOf } from './invitations.ts'
import type { ParentId } from '@night-routine/fairness'

/**
 * What a sign-in is for: `sign-in` only says who a person is; `connect` brings a grant where the
 * household has none that works; `reconnect` renews the grant of the same account; `replace` puts
 * another account in its place, after a person was asked.
 */
export type SignInIntent = 'sign-in' | 'connect' | 'reconnect' | 'replace'

/**
 * Binds an address to the account that first signed in with it, so that a later owner
 * of the address cannot sign in. An account known under another address keeps its place under the new one. When
 * the installation has another identity provider, its accounts take the place of those with the same addresses.
 * @param email verified, and folded (`foldEmail`) by the caller
 * @param subject the account's lasting id at the identity provider
 * @returns 'other-subject' when the address belongs to another account
 */
export async function bindMember(q: Queryable, email: string, subject: string) {
  await q
    .insertInto('accounts')
    .values({ email, subject })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await moveDeliveries(q, email, subject)
  await q
    .updateTable('accounts')
    .set({ email })
    .where('subject', '=', subject)
    .where(isFree(email))
    .execute()
  const account = await q
    .selectFrom('accounts')
    .select('subject')
    .where('email', '=', email)
    .executeTakeFirst()
  if (account?.subject === subject) return 'bound'
  if (account === undefined || issuerOf(account.subject) === issuerOf(subject))
    return 'other-subject'
  const taken = await q
    .updateTable('accounts')
    .set({ subject })
    .where('email', '=', email)
    .where(sql<boolean>`not exists (select from accounts other where other.subject = ${subject})`)
    .executeTakeFirst()
  return taken.numUpdatedRows > 0n ? 'bound' : 'other-subject'
}

const isFree = (email: string) =>
  sql<boolean>`not exists (select from accounts taken where taken.email = ${email})`

/** Messages follow an account to its new address, but for what one with that address has heard. They outlive accounts. */
async function moveDeliveries(q: Queryable, email: string, subject: string) {
  const heard = sql<boolean>`exists (select from notification_deliveries heard
    where heard.email = ${email} and heard.kind = moved.kind and heard.key = moved.key
      and heard.channel = moved.channel and heard.subscription = moved.subscription)`
  await q
    .updateTable('notification_deliveries as moved')
    .set({ email })
    .where('moved.email', '=', eb =>
      eb.selectFrom('accounts').select('accounts.email').where('subject', '=', subject),
    )
    .where(isFree(email))
    .where(eb => eb.not(heard))
    .execute()
}

/**
 * Lets the next account in that signs in with this address: its provider was set up again, and knows people by other
 * subjects than before.
 * @param email folded (`foldEmail`) by the caller
 * @returns false when no one has signed in with this address
 */
export async function releaseMember(q: Queryable, email: string): Promise<boolean> {
  const { numUpdatedRows } = await q
    .updateTable('accounts')
    .set({ subject: `${released} ${email}` })
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}

/**
 * Lets an address in without an invitation of a parent. The next account that signs in with it is bound to it, also
 * where another one was.
 * @param email folded (`foldEmail`) by the caller
 */
export async function letIn(q: Queryable, email: string, now: Temporal.Instant) {
  const subject = `${released} ${email}`
  await q
    .insertInto('accounts')
    .values({ email, subject, invited_at: now })
    .onConflict(conflict =>
      conflict.column('email').doUpdateSet(eb => ({
        subject,
        invited_at: eb.fn.coalesce('accounts.invited_at', eb.val(now)),
      })),
    )
    .execute()
}

/** Stands for an issuer that no provider has, so that `bindMember` binds the address to the next one. */
const released = 'released'

/** Subjects are unique within an issuer, which comes before the space; Google’s have none. */
function issuerOf(subject: string): string {
  return subject.slice(0, Math.max(0, subject.indexOf(' ')))
}

/** A person who has signed in. Table `accounts`: the version before reads it during an update. */
export interface Member {
  email: string
  /** Which parent the person is; null until they say so. */
  parent: ParentId | null
  /** The name at the identity provider; null if it gave none. */
  name: string | null
  /** Whether the person came in by an invitation. */
  invited: boolean
  createdAt: Temporal.Instant
}

/** Everyone who has signed in, in the order of their first sign-in. */
export async function readMembers(q: Queryable): Promise<Member[]> {
  return storedMembers(q).orderBy('created_at').orderBy('email').execute()
}

/** The account with this address; undefined before the first sign-in with it. */
export async function findMember(q: Queryable, email: string): Promise<Member | undefined> {
  return storedMembers(q).where('email', '=', email).executeTakeFirst()
}

function storedMembers(q: Queryable) {
  return q
    .selectFrom('accounts')
    .select(['email', 'parent', 'name', 'created_at as createdAt'])
    .select(eb => eb('invited_at', 'is not', null).$castTo<boolean>().as('invited'))
}

/** Which parent each account is; without those who have not said it. */
export async function readParentsByEmail(q: Queryable): Promise<Map<string, ParentId>> {
  return parentsByEmail(await q.selectFrom('accounts').select(['email', 'parent']).execute())
}

/** Which parent each of these accounts is; without those who have not said it. */
export function parentsByEmail(
  rows: readonly { email: string; parent: ParentId | null }[],
): Map<string, ParentId> {
  return new Map(rows.flatMap(({ email, parent }) => (parent === null ? [] : [[email, parent]])))
}

/** Saves which parent a person is; null: neither. */
export async function saveMemberParent(q: Queryable, email: string, parent: ParentId | null) {
  await q.updateTable('accounts').set({ parent }).where('email', '=', email).execute()
}

/** Saves the language that a person reads; null: the household's. */
export async function saveMemberLanguage(q: Queryable, email: string, language: string | null) {
  await q.updateTable('accounts').set({ language }).where('email', '=', email).execute()
}

/** Keeps the name that the identity provider gave. */
export async function saveMemberName(q: Queryable, email: string, name: string) {
  await q.updateTable('accounts').set({ name }).where('email', '=', email).execute()
}

/** Lets an account in that accepted an invitation, as this parent. */
export async function admitInvited(
  trx: Transaction,
  { email, parent, now }: { email: string; parent: ParentId; now: Temporal.Instant },
) {
  await trx
    .updateTable('accounts')
    .set({ parent, invited_at: now })
    .where('email', '=', email)
    .execute()
}

/**
 * Removes a person who came in by an invitation, with their sessions and notifications. The invitations that they
 * made end too, or one of them would let the person in again.
 * @returns false when no invited person has this address
 */
export async function removeInvited(trx: Transaction, email: string, now: Temporal.Instant) {
  const { numDeletedRows } = await trx
    .deleteFrom('accounts')
    .where('email', '=', email)
    .where('invited_at', 'is not', null)
    .executeTakeFirstOrThrow()
  if (numDeletedRows === 0n) return false
  await trx.deleteFrom('sessions').where('email', '=', email).execute()
  await revokeInvitationsOf(trx, email, now)
  return true
}
