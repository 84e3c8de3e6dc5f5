import type { SignIn } from '@night-routine/calendar'
import type { SignInIntent } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { signInCookie, signInCookieName } from '../../cookies.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

export interface AuthOptions {
  signIn: Pick<SignIn, 'begin'>
  /** True if the household has a grant with a refresh token, so no new consent is needed. */
  holdsGrant: () => Promise<boolean>
  /** The connected account, if known. */
  readAccount: () => Promise<string | undefined>
  attempts: Pick<SignInAttempts, 'begin'>
  publicUrl: string
}

/** Redirects to the provider with a cookie that holds the attempt; the server stores nothing. */
export const auth: FastifyPluginAsync<AuthOptions> = async (service, options) => {
  service.get<{ Querystring: { intent?: unknown } }>('/auth', async (request, reply) => {
    const intent = await intentOf(request.query.intent)
    const { url, ...secrets } = options.signIn.begin({
      consent: intent !== 'sign-in',
      loginHint: intent === 'reconnect' ? await options.readAccount() : undefined,
    })
    const attempt = options.attempts.begin({ ...secrets, intent })
    const cookie = signInCookieName(secrets.state)
    return reply.setCookie(cookie, attempt, signInCookie(options.publicUrl)).redirect(url)
  })

  async function intentOf(asked: unknown): Promise<SignInIntent> {
    if (asked === 'reconnect' || asked === 'replace') return asked
    return (await options.holdsGrant()) ? 'sign-in' : 'connect'
  }
}
