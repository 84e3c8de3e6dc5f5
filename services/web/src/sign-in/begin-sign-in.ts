import { readCalendar, type SignInIntent } from '@night-routine/database'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../connection.ts'
import type { WebContext } from '../context.ts'
import { signInCookie } from '../cookies.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

/** What routes need to start a sign-in. */
export type SignInContext = WebContext & { attempts: Pick<SignInAttempts, 'begin'> }

/**
 * What a sign-in is for if nobody asks for more: a household with a grant and a calendar needs no new consent, nor one
 * whose calendars are the installation's.
 */
export async function usualIntent(
  context: Pick<WebContext, 'db' | 'keys' | 'provider'>,
): Promise<'sign-in' | 'connect'> {
  if (context.provider.grants === null) return 'sign-in'
  const { state } = await readConnection(context)
  return state === 'connected' && (await readCalendar(context.db)) !== undefined
    ? 'sign-in'
    : 'connect'
}

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
