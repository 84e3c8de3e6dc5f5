import type { SignInIntent } from '@night-routine/database'
import type { FastifyReply } from 'fastify'
import type { WebContext } from '../../context.ts'
import { signInCookie, signInCookieName } from '../../cookies.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

/** What routes need to start a sign-in. */
export type SignInContext = WebContext & { attempts: Pick<SignInAttempts, 'begin'> }

/** Sends the browser to the provider, with a cookie that holds the attempt: the server stores nothing. */
export async function beginSignIn(
  reply: FastifyReply,
  { signIn, attempts, publicUrl }: SignInContext,
  { intent, account, invitation }: { intent: SignInIntent; account?: string; invitation?: string },
): Promise<FastifyReply> {
  const { url, ...secrets } = await signIn.begin({
    consent: intent !== 'sign-in',
    loginHint: account,
  })
  const attempt = attempts.begin({ ...secrets, intent, ...(invitation && { invitation }) })
  const cookie = signInCookieName(secrets.state)
  return reply.setCookie(cookie, attempt, signInCookie(publicUrl)).redirect(url)
}
