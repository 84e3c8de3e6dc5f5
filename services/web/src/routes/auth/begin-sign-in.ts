import type { SignInIntent } from '@night-routine/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebContext } from '../../context.ts'
import { signInCookie } from '../../cookies.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

/** What routes need to start a sign-in. */
export type SignInContext = WebContext & { attempts: Pick<SignInAttempts, 'begin'> }

/** Sends the browser to the provider, with a cookie that holds the attempt: the server stores nothing. */
export async function beginSignIn(
  { cookies }: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
  { signIn, attempts, publicUrl }: SignInContext,
  { intent, account, invitation }: { intent: SignInIntent; account?: string; invitation?: string },
): Promise<FastifyReply> {
  const { url, ...secrets } = await signIn.begin({
    consent: intent !== 'sign-in',
    loginHint: account,
  })
  const attempt = { ...secrets, intent, ...(invitation && { invitation }) }
  const { name, value } = attempts.begin(attempt, cookies)
  return reply.setCookie(name, value, signInCookie(publicUrl)).redirect(url)
}
