import { parentNames } from '@night-routine/wording'
import { readParents } from '@night-routine/database/nights'
import { findMember } from '@night-routine/database/people'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebService } from '../../plugins/context.ts'
import { beginSignIn, type SignInContext } from '../../sign-in/begin-sign-in.ts'
import { readInvitation, type InvitationRefusal } from '../../sign-in/invitation.ts'
import { turnedAwayView } from '../../sign-in/turned-away-view.ts'

/** The page of an invitation, and the sign-in that accepts it. */
export default async function invitations(service: WebService, context: SignInContext) {
  const { db, clock, mayEnter } = context
  const params = Type.Object({ invitation: Type.String() })
  const options = { config: { access: 'public' }, schema: { params } } as const

  // The address is a secret: it goes into no search engine.
  service.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-robots-tag', 'noindex, nofollow')
  })

  const find = (token: string) => readInvitation(db, { token, now: clock.now(), mayEnter })

  service.get('/invitations/:invitation', options, async (request, reply) => {
    const { wording } = request
    const { invitation: token } = request.params
    const found = await find(token)
    if (found?.state !== 'open') return ended(request, reply, found?.state)
    const [parents, inviter] = await Promise.all([readParents(db), findMember(db, found.createdBy)])
    const names = parentNames(parents, wording)
    // An inviter who is no parent, or whose account is gone, has only an address.
    const name = inviter?.parent ? names[inviter.parent] : found.createdBy
    const view = {
      title: wording.say('invitation.title', { name }),
      name: names[found.parent],
      signIn: `/invitations/${token}/sign-in`,
    }
    return reply.page('household/people/invitation.hbs', view)
  })

  service.get('/invitations/:invitation/sign-in', options, async (request, reply) => {
    const { invitation } = request.params
    const found = await find(invitation)
    if (found?.state !== 'open') return ended(request, reply, found?.state)
    return beginSignIn(request, reply, context, { intent: 'sign-in', invitation })
  })
}

/** Says why an invitation cannot be accepted. */
function ended(
  request: FastifyRequest,
  reply: FastifyReply,
  reason: InvitationRefusal = 'unknown',
) {
  const view = turnedAwayView({ reason, email: null, wording: request.wording })
  return reply.code(view.status).page('sign-in/turned-away.hbs', view)
}
