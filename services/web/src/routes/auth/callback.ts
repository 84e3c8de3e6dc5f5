import { SignInError, type Grant, type SignIn } from '@night-routine/calendar'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { maskEmail } from '../../allow-list.ts'
import { sessionCookie, signInCookie, signInCookieName } from '../../cookies.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { newToken, tokenHash } from '../../session-token.ts'
import type { admit, Admission } from './admit.ts'
import { deviceWords } from './device-words.ts'
import { scopeWords } from './scope-words.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

export interface CallbackOptions {
  signIn: Pick<SignIn, 'finish' | 'revoke'>
  attempts: Pick<SignInAttempts, 'take'>
  mayEnter: (email: string) => boolean
  /** Stores the grant and starts the session. */
  admit: (admission: Admission) => ReturnType<typeof admit>
  publicUrl: string
}

const query = Type.Object({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  state: Type.Optional(Type.String({ maxLength: 256 })),
  error: Type.Optional(Type.String()),
})

/** Handles the redirect from the provider: checks the attempt and the account. */
export const callback: FastifyPluginAsyncTypebox<CallbackOptions> = async (service, options) => {
  const { publicUrl } = options

  const limits = { schema: { querystring: query }, handlerTimeout: 30_000 }
  service.get('/oauth/callback', limits, async (request, reply) => {
    const { code, state, error } = request.query
    const cookie = signInCookieName(state ?? '')
    reply.clearCookie(cookie, signInCookie(publicUrl))
    const pending = options.attempts.take(request.cookies[cookie])
    if (error !== undefined) throw new SignInError(error === 'access_denied' ? 'denied' : 'refused')
    if (!pending || pending.state !== state || code === undefined) throw new SignInError('mismatch')

    const { codeVerifier, nonce } = pending
    const grant = await options.signIn.finish({
      callbackUrl: new URL(request.url, publicUrl).href,
      state,
      codeVerifier,
      nonce,
    })
    if (!grant.emailVerified) return refuse('unverified', grant, request)
    if (!options.mayEnter(grant.email)) return refuse('stranger', grant, request)

    const token = newToken()
    const admitted = await options.admit({
      grant,
      intent: pending.intent,
      tokenHash: tokenHash(token),
      replaces: request.session?.tokenHash ?? null,
      device: deviceWords(request.headers['user-agent']),
    })
    if (admitted === 'other-account') return refuse(admitted, grant, request)
    if (admitted !== 'admitted')
      throw new SpokenError(400, scopeWords(admitted.missingScopes, request.words))
    request.log.info({ who: maskEmail(grant.email), intent: pending.intent }, 'signed in')
    return reply.setCookie('session', token, sessionCookie(publicUrl)).redirect('/calendars')
  })

  async function refuse(reason: keyof typeof refusals, grant: Grant, request: FastifyRequest) {
    request.log.warn({ who: maskEmail(grant.email), reason }, 'sign-in refused')
    await options.signIn.revoke(grant.refreshToken ?? grant.accessToken)
    throw new SpokenError(403, message(refusals[reason], { email: grant.email }))
  }
}

const refusals = {
  stranger: 'signIn.stranger',
  unverified: 'signIn.unverified',
  'other-account': 'signIn.otherAccount',
} as const
