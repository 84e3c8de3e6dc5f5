import { SignInError, type Credentials } from '@night-routine/calendar'
import { confirmByProvider } from '@night-routine/database/people'
import { waits } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'
import { signInCookie } from '../plugins/cookies.ts'
import { signedIn } from '../plugins/sessions.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { confirmMinutes } from './confirm.ts'
import { enter } from './enter.ts'
import { noteFailure } from './note-failure.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'

const query = Type.Object({
  code: Type.Optional(Type.String({ minLength: 1, maxLength: 2048 })),
  state: Type.Optional(Type.String({ maxLength: 256 })),
  error: Type.Optional(Type.String()),
  error_description: Type.Optional(Type.String()),
})

export type CallbackContext = WebContext & { attempts: Pick<SignInAttempts, 'take'> }

/** Handles the redirect from the provider: checks the attempt and the account. */
export default async function callback(service: WebService, context: CallbackContext) {
  const { db, clock, publicUrl, signIn, attempts } = context
  if (signIn === null) return

  const limits = {
    config: { access: 'optional' },
    schema: { querystring: query },
    handlerTimeout: waits.providerHandlerMs,
  } as const
  service.get('/oauth/callback', limits, async (request, reply) => {
    const { code, state, error } = request.query
    const { cookie, attempt } = attempts.take(state, request.cookies)
    if (cookie !== undefined) reply.clearCookie(cookie, signInCookie)
    if (error !== undefined) throw refusalIn(error, request.query.error_description)
    if (state === undefined || attempt === undefined || code === undefined)
      throw new SignInError('mismatch')

    const { codeVerifier, nonce, intent, invitation, confirmation: id } = attempt
    const person = await signIn.finish({
      callbackUrl: new URL(request.url, publicUrl).href,
      state,
      codeVerifier,
      nonce,
    })
    if (id !== undefined) return confirmed(request, reply, { person, id })
    return enter(request, reply, context, { person, intent, invitation })
  })

  /** A signed-in person has shown at their provider that it is really them. */
  async function confirmed(
    request: FastifyRequest,
    reply: FastifyReply,
    { person, id }: { person: Credentials; id: string },
  ) {
    const { session } = signedIn(request)
    const now = clock.now()
    const oldest = now.subtract({ minutes: confirmMinutes })
    const isFresh =
      signIn?.asksAgain === false ||
      (person.authenticatedAt !== null &&
        Temporal.Instant.compare(person.authenticatedAt, oldest) >= 0)
    if (person.subject !== session.subject || !isFresh) {
      const reason = isFresh ? 'another person' : 'not asked again'
      await noteFailure(request, context, { email: session.email, reason })
      throw new LocalizedHttpError(403, message(isFresh ? 'confirm.another' : 'confirm.notAsked'))
    }
    const endsAt = now.add({ minutes: confirmMinutes })
    await confirmByProvider(db, { session: session.tokenHash, id, now, endsAt })
    return reply.redirect('/confirm')
  }
}

/** What the provider says in place of a code. */
function refusalIn(error: string, description = ''): SignInError {
  if (error === 'access_denied') return new SignInError('denied', description)
  return new SignInError('refused', [error, description].filter(Boolean).join(': '))
}
