import { SignInError, type Identity, type Permission } from '@night-routine/calendar'
import { message, type Message, type Wording } from '@night-routine/wording'
import * as bowser from 'bowser'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { maskEmail } from '../../allow-list.ts'
import type { WebContext } from '../../context.ts'
import { sessionCookie, signInCookie, signInCookieName } from '../../cookies.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { newToken, tokenHash } from '../../session.ts'
import { admit } from './admit.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

const query = Type.Object({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  state: Type.Optional(Type.String({ maxLength: 256 })),
  error: Type.Optional(Type.String()),
})

export type CallbackContext = WebContext & { attempts: Pick<SignInAttempts, 'take'> }

/** Handles the redirect from the provider: checks the attempt and the account. */
export const callback: FastifyPluginAsyncTypebox<CallbackContext> = async (service, context) => {
  const { publicUrl, provider, signIn, attempts, mayEnter } = context

  const limits = {
    config: { access: 'optional' },
    schema: { querystring: query },
    handlerTimeout: 30_000,
  } as const
  service.get('/oauth/callback', limits, async (request, reply) => {
    const { code, state, error } = request.query
    const cookie = signInCookieName(state ?? '')
    reply.clearCookie(cookie, signInCookie(publicUrl))
    const pending = attempts.take(request.cookies[cookie])
    if (error !== undefined) throw new SignInError(error === 'access_denied' ? 'denied' : 'refused')
    if (!pending || pending.state !== state || code === undefined) throw new SignInError('mismatch')

    const { codeVerifier, nonce } = pending
    const person = await signIn.finish({
      callbackUrl: new URL(request.url, publicUrl).href,
      state,
      codeVerifier,
      nonce,
    })
    if (!person.emailVerified) return refuse('unverified', person, request)
    if (!mayEnter(person.email)) return refuse('stranger', person, request)

    const token = newToken()
    const admitted = await admit(context, {
      person,
      intent: pending.intent,
      tokenHash: tokenHash(token),
      replaces: request.visit?.session.tokenHash ?? null,
      device: deviceWords(request.headers['user-agent']),
    })
    if (admitted === 'other-account') return refuse(admitted, person, request)
    if (admitted !== 'admitted')
      throw new SpokenError(400, missingWords(admitted.missing, request.words))
    request.log.info({ who: maskEmail(person.email), intent: pending.intent }, 'signed in')
    return reply.setCookie('session', token, sessionCookie(publicUrl)).redirect('/calendars')
  })

  async function refuse(
    reason: keyof typeof refusals,
    { email, grant }: Identity,
    request: FastifyRequest,
  ) {
    request.log.warn({ who: maskEmail(email), reason }, 'sign-in refused')
    if (grant) await provider.grants?.revoke(grant.refreshToken ?? grant.accessToken)
    throw new SpokenError(403, message(refusals[reason], { email }))
  }
}

const refusals = {
  stranger: 'signIn.stranger',
  unverified: 'signIn.unverified',
  'other-account': 'signIn.otherAccount',
} as const

/** Longer than any browser and system name. */
const mostCharacters = 80

/**
 * "Firefox, Android": enough to recognize the device, and all we keep of the header. Null if unknown.
 */
export function deviceWords(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os } = bowser.parse(userAgent)
  const words = [browser.name, os.name].filter(Boolean).join(', ').slice(0, mostCharacters)
  return words === '' ? null : words
}

/** Which permissions are missing, in words that match the boxes of the consent page, and what to do. */
function missingWords(missing: readonly Permission[], { say }: Wording): Message {
  const purposes = missing.map(permission => say(`signIn.purpose.${permission}`))
  return message('signIn.missingPermissions', { purposes })
}
