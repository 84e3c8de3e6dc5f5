import { SignInError } from '@night-routine/calendar'
import { waits } from '@night-routine/service'
import * as bowser from 'bowser'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { maskEmail } from '../allow-list.ts'
import type { WebContext } from '../context.ts'
import { arrivingCookie, sessionCookie, signInCookie } from '../cookies.ts'
import { endFlash, leaveFlash } from '../flash.ts'
import { hasShown } from './same-browser.ts'
import { browserLanguage } from '../plugins/languages.ts'
import { newToken, tokenHash } from '../session.ts'
import { admit } from './admit.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'
import { oneMoreStepView } from './one-more-step-view.ts'
import { turnedAwayView, type Reason } from './turned-away-view.ts'

const query = Type.Object({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  state: Type.Optional(Type.String({ maxLength: 256 })),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
})

export type CallbackContext = WebContext & { attempts: Pick<SignInAttempts, 'take'> }

/** Handles the redirect from the provider: checks the attempt and the account. */
const callback: FastifyPluginAsyncTypebox<CallbackContext> = async (service, context) => {
  const { publicUrl, provider, identity, signIn, attempts } = context

  const limits = {
    config: { access: 'optional' },
    schema: { querystring: query },
    handlerTimeout: waits.providerHandlerMs,
  } as const
  service.get('/oauth/callback', limits, async (request, reply) => {
    const { code, state, error } = request.query
    const { cookie, attempt } = attempts.take(state, request.cookies)
    if (cookie !== undefined) reply.clearCookie(cookie, signInCookie(publicUrl))
    if (error !== undefined) throw refusalIn(error, request.query.error_description)
    if (state === undefined || attempt === undefined || code === undefined)
      throw new SignInError('mismatch')

    const { codeVerifier, nonce, intent, invitation } = attempt
    const person = await signIn.finish({
      callbackUrl: new URL(request.url, publicUrl).href,
      state,
      codeVerifier,
      nonce,
    })
    if (identity !== null && !hasShown(request, reply, { ...context, subject: person.subject }))
      throw new SignInError('mismatch')
    const refuse = async (reason: Reason) => {
      const { email, grant } = person
      request.log.warn({ who: maskEmail(email), reason }, 'sign-in refused')
      if (grant) await provider.grants?.revoke(grant.refreshToken ?? grant.accessToken)
      const view = turnedAwayView({ reason, email, invitation, wording: request.wording })
      return reply.code(view.status).page('sign-in/turned-away.hbs', view)
    }
    if (!person.emailVerified) return refuse('unverified')

    const token = newToken()
    const admitted = await admit(context, {
      person,
      intent,
      invitation,
      tokenHash: tokenHash(token),
      replaces: request.sessionContext?.session.tokenHash ?? null,
      device: deviceText(request.headers['user-agent']),
      language: browserLanguage(request),
    })
    if (admitted.outcome === 'missing-permissions') {
      request.log.info({ intent, missing: admitted.missing }, 'permissions missing')
      const view = oneMoreStepView({ missing: admitted.missing, intent, wording: request.wording })
      return reply.code(view.status).page('sign-in/one-more-step.hbs', view)
    }
    if (admitted.outcome !== 'admitted') return refuse(admitted.outcome)
    const signedIn = { who: maskEmail(person.email), intent, invited: invitation !== undefined }
    request.log.info(signedIn, 'signed in')
    if (admitted.atHome) reply.setCookie('arriving', '1', arrivingCookie(publicUrl))
    // A message that was on its way during the last sign-out is not for this person.
    if (invitation === undefined) endFlash(reply, publicUrl)
    else leaveFlash(reply, 'welcome', publicUrl)
    return reply.setCookie('session', token, sessionCookie(publicUrl)).redirect('/calendars')
  })
}

export default callback

/** What the provider says in place of a code. */
function refusalIn(error: string, description = ''): SignInError {
  if (error === 'access_denied') return new SignInError('denied', description)
  return new SignInError('refused', [error, description].filter(Boolean).join(': '))
}

/** Longer than any browser and system name. */
const mostCharacters = 80

/**
 * "Firefox, Android": enough to recognize the device, and all we keep of the header. Null if unknown.
 */
export function deviceText(userAgent: string | undefined): string | null {
  if (userAgent === undefined || userAgent === '') return null
  const { browser, os } = bowser.parse(userAgent)
  const text = [browser.name, os.name].filter(Boolean).join(', ').slice(0, mostCharacters)
  return text === '' ? null : text
}
