import type { SignIn } from '@night-routine/calendar'
import type { SignInIntent, SignIn as PendingSignIn } from '@night-routine/database'
import type { Clock } from '@night-routine/service'
import type { FastifyPluginAsync } from 'fastify'
import { signInCookie, signInCookieName } from '../../cookies.ts'
import { newToken, tokenHash } from '../../session-token.ts'

export interface AuthOptions {
  signIn: Pick<SignIn, 'begin'>
  /** True once the household's calendar hangs on a grant that renews itself: nothing to ask for again. */
  holdsGrant: () => Promise<boolean>
  /** The account whose calendar it is, as far as that is known. */
  readAccount: () => Promise<string | undefined>
  saveSignIn: (signIn: PendingSignIn) => Promise<void>
  publicUrl: string
  clock: Clock
}

/** Sends the browser to the provider, and remembers which browser it was. */
export const auth: FastifyPluginAsync<AuthOptions> = async (service, options) => {
  service.get<{ Querystring: { intent?: unknown } }>('/auth', async (request, reply) => {
    const intent = await intentOf(request.query.intent)
    const { url, ...secrets } = options.signIn.begin({
      consent: intent !== 'sign-in',
      loginHint: intent === 'reconnect' ? await options.readAccount() : undefined,
    })
    const ticket = newToken()
    await options.saveSignIn({
      ...secrets,
      cookieHash: tokenHash(ticket),
      intent,
      createdAt: options.clock.now(),
    })
    const cookie = signInCookieName(secrets.state)
    return reply.setCookie(cookie, ticket, signInCookie(options.publicUrl)).redirect(url)
  })

  async function intentOf(asked: unknown): Promise<SignInIntent> {
    if (asked === 'reconnect' || asked === 'replace') return asked
    return (await options.holdsGrant()) ? 'sign-in' : 'connect'
  }
}
