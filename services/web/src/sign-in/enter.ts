import type { FastifyReply, FastifyRequest } from 'fastify'
import { maskEmail } from '../plugins/allow-list.ts'
import type { WebContext } from '../plugins/context.ts'
import { arrivingCookie, cookieName, sessionCookie } from '../plugins/cookies.ts'
import { endFlash, leaveFlash } from '../plugins/flash.ts'
import { browserLanguage } from '../plugins/languages.ts'
import { newToken, tokenHash } from '../plugins/session.ts'
import { admit, type Admission } from './admit.ts'
import { deviceText } from './device-text.ts'
import { endFlow } from './flow.ts'
import { noteFailure } from './note-failure.ts'
import { oneMoreStepView } from './one-more-step-view.ts'
import { turnedAwayView, type Reason } from './turned-away-view.ts'

/**
 * Lets a person in who has just shown who they are, or says why not. The callback of a provider and our own accounts
 * end here: allow list, session, cookie, then `/calendars`.
 */
export async function enter(
  request: FastifyRequest,
  reply: FastifyReply,
  context: WebContext,
  admission: Pick<Admission, 'person' | 'intent' | 'invitation' | 'prepare'>,
): Promise<FastifyReply> {
  const { person, intent, invitation } = admission
  const { publicUrl, provider } = context
  const { email, grant } = person
  const refuse = async (reason: Reason) => {
    await noteFailure(request, context, { email, reason })
    if (grant) await provider.grants?.revoke(grant.refreshToken ?? grant.accessToken)
    const view = turnedAwayView({ reason, email, invitation, wording: request.wording })
    return reply.code(view.status).page('sign-in/turned-away.hbs', view)
  }
  if (!person.emailVerified) return refuse('unverified')

  const token = newToken()
  const admitted = await admit(context, {
    ...admission,
    tokenHash: tokenHash(token),
    replaces: request.sessionContext?.session.tokenHash ?? null,
    device: deviceText(request.headers['user-agent']),
    ip: request.ip,
    language: browserLanguage(request),
  })
  if (admitted.outcome === 'missing-permissions') {
    request.log.info({ intent, missing: admitted.missing }, 'permissions missing')
    const view = oneMoreStepView({ missing: admitted.missing, intent, wording: request.wording })
    return reply.code(view.status).page('sign-in/one-more-step.hbs', view)
  }
  if (admitted.outcome !== 'admitted') return refuse(admitted.outcome)
  request.log.info(
    { who: maskEmail(email), intent, invited: invitation !== undefined },
    'signed in',
  )
  if (context.ownsCredentials) endFlow(reply, publicUrl)
  if (admitted.atHome) reply.setCookie('arriving', '1', arrivingCookie)
  // A message that was on its way during the last sign-out is not for this person.
  if (invitation === undefined) endFlash(reply)
  else leaveFlash(reply, 'welcome')
  const name = cookieName('session', publicUrl)
  return reply.setCookie(name, token, sessionCookie).redirect('/calendars')
}
