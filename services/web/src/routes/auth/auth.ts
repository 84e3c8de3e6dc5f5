import type { SignIn } from '@night-routine/calendar'
import type { SignInIntent } from '@night-routine/database'
import type { FastifyPluginAsync } from 'fastify'
import { signInCookie, signInCookieName } from '../../cookies.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

export interface AuthOptions {
  signIn: Pick<SignIn, 'begin'>
  /** True once the household's calendar hangs on a grant that renews itself: nothing to ask for again. */
  holdsGrant: () => Promise<boolean>
  /** The account whose calendar it is, as far as that is known. */
  readAccount: () => Promise<string | undefined>
  attempts: Pick<SignInAttempts, 'begin'>
  publicUrl: string
}

/** Sends the browser to the provider with a cookie that knows it again. Nothing is stored here. */
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
