import { sql } from 'kysely'
import type { Queryable } from './connect.ts'
import type { SignInIntent } from './sign-in-intent.ts'

/** A sign-in on its way: what the callback must present again, bound to one browser by a cookie. */
export interface SignIn {
  /** Digest of the browser's short-lived cookie. */
  cookieHash: string
  state: string
  codeVerifier: string
  nonce: string
  intent: SignInIntent
  createdAt: Temporal.Instant
}

/** Remembers a sign-in that begins, and forgets those begun more than an hour before it. */
export async function saveSignIn(q: Queryable, signIn: SignIn): Promise<void> {
  await q
    .deleteFrom('sign_ins')
    .where(sql<boolean>`created_at < ${signIn.createdAt.subtract({ hours: 1 }).toString()}`)
    .execute()
  await q
    .insertInto('sign_ins')
    .values({
      cookie_hash: signIn.cookieHash,
      state: signIn.state,
      code_verifier: signIn.codeVerifier,
      nonce: signIn.nonce,
      intent: signIn.intent,
      created_at: signIn.createdAt.toString(),
    })
    .execute()
}

/** Takes the sign-in of this browser out: of two callbacks that come at once, one gets it. */
export async function takeSignIn(q: Queryable, cookieHash: string): Promise<SignIn | undefined> {
  return q
    .deleteFrom('sign_ins')
    .where('cookie_hash', '=', cookieHash)
    .returning([
      'cookie_hash as cookieHash',
      'state',
      'code_verifier as codeVerifier',
      'nonce',
      'intent',
      'created_at as createdAt',
    ])
    .executeTakeFirst()
}
