import { randomUUID } from 'node:crypto'
import {
  createIdentity,
  createInvitation,
  deleteIdentity,
  findAccount,
  findIdentity,
  householdTransaction,
  identityLinkPath,
  mostInvitations,
  readParentsByEmail,
  releaseAccount,
  removeInvited,
  revokeInvitation,
  saveAccountParent,
  type Transaction,
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
import { personIn } from '../../person-name.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { newToken, tokenHash } from '../../session.ts'
import { parseId } from '../id.ts'
import { recoveryLink } from '../identity/link-view.ts'
import { newInvitationView, newPasswordLinkView } from './people-view.ts'

const email = Type.String({ minLength: 3, maxLength: 320 })
const parent = Type.Enum(parentIds)
const invitation = Type.Object({ parent })
const person = Type.Object({ email })
const role = Type.Object({ email, parent: Type.Enum([...parentIds, '']) })

/** The page that shows a section of these forms. */
const section = '/settings#people'

/** Invites people, says which parent each of them is, and removes them. */
const people: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { db, lockingDb, keys, clock, publicUrl, identity } = context
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

  // Another person's link: the page is the only copy. Its maker vouches for who gets it.
  if (identity !== null)
    service.post('/people/password-link', { schema: { body: person } }, async (request, reply) => {
      const { session, names } = signedIn(request)
      const address = foldEmail(request.body.email)
      if (address === session.email) throw new SpokenError(409, message('people.ownLink'))
      const now = clock.now()
      const path = await householdTransaction(lockingDb, async trx => {
        const found =
          (await findIdentity(trx, keys, { email: address })) ?? (await newcomer(trx, address))
        const by = session.email
        await recordAccountChange(trx, { action: 'recovery-link-made', email: address, by, now })
        return identityLinkPath(keys, recoveryLink(found, { maker: by, now }))
      })
      await context.wake(['notify'])
      void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      const { name } = personIn(address, { names, accounts: await readParentsByEmail(db) })
      const link = { address: new URL(path, publicUrl).href, email: address, name }
      const view = newPasswordLinkView(link, request.wording)
      return reply.code(201).page('routes/people/new-password-link.hbs', view)
    })

  /** Makes the identity of someone who may come in, and signed in at another provider or not at all until now. */
  async function newcomer(trx: Transaction, address: string) {
    const isMember = (await findAccount(trx, address)) !== undefined
    if (!isMember && !context.mayEnter(address))
      throw new SpokenError(404, message('people.noAccount'))
    const made = { id: randomUUID(), email: address, version: 1 }
    await createIdentity(trx, made, clock.now())
    await releaseAccount(trx, address)
    return made
  }

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
