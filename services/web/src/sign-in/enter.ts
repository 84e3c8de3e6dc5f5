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
    const { say } = request.wording
    const purposes = admitted.missing.map(permission => say(`signIn.purpose.${permission}`))
    const isUsual = intent === 'sign-in' || intent === 'connect'
    const view = {
      title: say('signIn.oneMoreStep'),
      text: say('signIn.missingPermissions', { purposes }),
      // Back to the same consent page.
      again: isUsual ? '/auth' : `/auth?intent=${intent}`,
    }
    return reply.code(400).page('sign-in/one-more-step.hbs', view)
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

/** Lets a person in who has shown that an account of this installation is theirs. */
export async function enterHere(
  request: FastifyRequest,
  reply: FastifyReply,
  context: WebContext,
  account: { id: string; email: string } & Pick<Admission, 'invitation' | 'prepare'>,
): Promise<FastifyReply> {
  const { id, email, invitation, prepare } = account
  const person = personHere(context, { id, email })
  return enter(request, reply, context, { person, intent: 'sign-in', invitation, prepare })
}

/** The person of an account of this installation. */
export function personHere(
  { publicUrl }: Pick<WebContext, 'publicUrl'>,
  { id, email }: { id: string; email: string },
) {
  return {
    email,
    // An operator, a parent's invitation or the first code vouches for the address.
    emailVerified: true,
    name: null,
    subject: `${new URL('/identity', publicUrl).href} ${id}`,
    grant: null,
    authenticatedAt: null,
  }
}

/** Answers a browser whose session has ended. */
export function leave(reply: FastifyReply, publicUrl: string): FastifyReply {
  // What the service worker keeps of the household ends with the session.
  void reply.header('clear-site-data', '"storage"')
  // Its message is not for who signs in next.
  endFlash(reply)
  return reply.clearCookie(cookieName('session', publicUrl), sessionCookie).redirect('/')
}
