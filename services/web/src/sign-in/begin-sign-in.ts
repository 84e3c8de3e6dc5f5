import { readCalendar } from '@night-routine/database/calendar'
import type { SignInIntent } from '@night-routine/database/people'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { readConnection } from '../plugins/connection.ts'
import type { WebContext } from '../plugins/context.ts'
import { signInCookie } from '../plugins/cookies.ts'
import { keepFlow } from './flow.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

/** What routes need to start a sign-in. */
export type SignInContext = WebContext & { attempts: Pick<SignInAttempts, 'begin'> }

/** The page where people with an account of this installation sign in. */
export const signInPage = '/identity/sign-in'

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

/** Sends the browser to our own page, or to the provider with a cookie that holds the attempt: the server stores nothing. */
export async function beginSignIn(
  request: Pick<FastifyRequest, 'cookies'>,
  reply: FastifyReply,
  context: SignInContext,
  wanted: { intent: SignInIntent; account?: string; invitation?: string; confirmation?: string },
): Promise<FastifyReply> {
  const { intent, account, ...more } = wanted
  const { signIn, attempts } = context
  if (signIn === null) {
    keepFlow(request, reply, context, account === undefined ? {} : { email: account })
    const { invitation } = more
    return reply.redirect(invitation === undefined ? signInPage : `/invitations/${invitation}/join`)
  }
  const { url, ...secrets } = await signIn.begin({
    consent: intent !== 'sign-in',
    again: more.confirmation !== undefined,
    loginHint: account,
  })
  const attempt = { ...secrets, intent, ...more }
  const { name, value } = attempts.begin(attempt, request.cookies)
  return reply.setCookie(name, value, signInCookie).redirect(url)
}
