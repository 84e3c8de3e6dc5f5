import { sql } from 'kysely'
import type { Queryable } from './connect.ts'

/**
 * What a sign-in is for: `sign-in` only says who a person is; `connect` brings a grant where the
 * household has none that works; `reconnect` renews the grant of the same account; `replace` puts
 * another account in its place, after a person was asked.
 */
export type SignInIntent = 'sign-in' | 'connect' | 'reconnect' | 'replace'

/**
 * Binds an address to the account that first signed in with it, so that a later owner
 * of the address cannot sign in. An account known under another address keeps its place under the new one.
 * @param email verified, and folded (`foldEmail`) by the caller
 * @param subject the account's lasting id at the identity provider
 * @returns 'other-subject' when the address belongs to another account
 */
export async function bindAccount(
  q: Queryable,
  email: string,
  subject: string,
): Promise<'bound' | 'other-subject'> {
  await q
    .insertInto('accounts')
    .values({ email, subject })
    .onConflict(conflict => conflict.doNothing())
    .execute()
  await q
    .updateTable('accounts')
    .set({ email })
    .where('subject', '=', subject)
    .where(sql<boolean>`not exists (select from accounts taken where taken.email = ${email})`)
    .execute()
  const account = await q
    .selectFrom('accounts')
    .select('subject')
    .where('email', '=', email)
    .executeTakeFirst()
  return account?.subject === subject ? 'bound' : 'other-subject'
}
