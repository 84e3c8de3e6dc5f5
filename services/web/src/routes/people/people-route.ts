import {
  createInvitation,
  deleteIdentity,
  householdTransaction,
  mostInvitations,
  removeInvited,
  revokeInvitation,
  saveAccountParent,
} from '@night-routine/database'
import { parentIds } from '@night-routine/fairness'
import { recordAccountChange } from '@night-routine/household'
import { foldEmail } from '@night-routine/service'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { Type } from 'typebox'
import { readConnection } from '../../connection.ts'
import type { WebContext } from '../../context.ts'
import { sessionCookie } from '../../cookies.ts'
import { endFlash, leaveFlash } from '../../flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { newToken, tokenHash } from '../../session.ts'
import { parseId } from '../id.ts'
import { newInvitationView } from './people-view.ts'

const email = Type.String({ minLength: 3, maxLength: 320 })
const parent = Type.Enum(parentIds)
const invitation = Type.Object({ parent })
const person = Type.Object({ email })
const role = Type.Object({ email, parent: Type.Enum([...parentIds, '']) })

/** The page that shows a section of these forms. */
const section = '/settings#people'

/** Invites people, says which parent each of them is, and removes them. */
const people: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, lockingDb, clock, publicUrl, identity } = context
  service.removeContentTypeParser(['application/json', 'text/plain'])

  // Renders instead of redirecting, so that the link is not stored for a second request.
  service.post('/people/invitations', { schema: { body: invitation } }, async (request, reply) => {
    const { session, names } = signedIn(request)
    const token = newToken()
    const created = {
      tokenHash: tokenHash(token),
      parent: request.body.parent,
      createdBy: session.email,
      now: clock.now(),
    }
    if (!(await householdTransaction(lockingDb, trx => createInvitation(trx, created))))
      throw new SpokenError(409, message('people.tooMany', { most: mostInvitations }))
    const name = names[request.body.parent]
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const address = new URL(`/invitations/${token}`, publicUrl).href
    const view = newInvitationView(address, { name, wording: request.wording })
    return reply.code(201).page('routes/people/new-invitation.hbs', view)
  })

  // Idempotent: a second press changes nothing.
  service.post<{ Params: { id: string } }>(
    '/people/invitations/:id/revoke',
    async (request, reply) => {
      const id = parseId(request.params.id, message('people.noInvitation'))
      await revokeInvitation(db, id, clock.now())
      return reply.redirect(section)
    },
  )

  service.post('/people/parent', { schema: { body: role } }, async (request, reply) => {
    const { email: address, parent: chosen } = request.body
    await saveAccountParent(db, foldEmail(address), chosen === '' ? null : chosen)
    leaveFlash(reply, 'saved', publicUrl)
    return reply.redirect(section)
  })

  service.post('/people/remove', { schema: { body: person } }, async (request, reply) => {
    const address = foldEmail(request.body.email)
    const { session } = signedIn(request)
    const connection = await readConnection(context)
    if (connection.state !== 'absent' && connection.account === address)
      throw new SpokenError(409, message('people.holdsCalendar'))
    if (context.mayEnter(address)) throw new SpokenError(409, message('people.listed'))
    await householdTransaction(lockingDb, async trx => {
      const now = clock.now()
      const isRemoved = await removeInvited(trx, address, now)
      if (identity === null) return
      await deleteIdentity(trx, address)
      const removal = { action: 'account-removed', email: address, by: session.email, now } as const
      if (isRemoved) await recordAccountChange(trx, removal)
    })
    if (address !== session.email) return reply.redirect(section)
    endFlash(reply, publicUrl)
    return reply.clearCookie('session', sessionCookie(publicUrl)).redirect('/')
  })
}

export default people
