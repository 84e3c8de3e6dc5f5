import type { Transaction } from '@night-routine/database/connection'
import { deleteCredentials, readCredentials } from '@night-routine/database/credentials'
import {
  createInvitation,
  mostInvitations,
  readMembers,
  removeInvited,
  revokeInvitation,
  saveMemberParent,
} from '@night-routine/database/people'
import { parentIds } from '@night-routine/fairness'
import { foldEmail } from '@night-routine/service'
import { message } from '@night-routine/wording'
import { Type } from 'typebox'
import { readConnection } from '../../plugins/connection.ts'
import { changeAs, type WebContext, type WebService } from '../../plugins/context.ts'
import { leaveFlash } from '../../plugins/flash.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { LocalizedHttpError } from '../../plugins/localized-http-error.ts'
import { leave } from '../../sign-in/enter.ts'
import { recordChange } from '../../sign-in/record-change.ts'
import { secretPage } from '../../sign-in/shown-once.ts'
import { newToken, tokenHash } from '../../plugins/session.ts'
import { parseId } from '../../plugins/id.ts'
import { newPersonLinkView } from './people-view.ts'

const emailText = Type.String({ minLength: 3, maxLength: 320 })
const parent = Type.Enum(parentIds)
const invitation = Type.Object({ parent })
const person = Type.Object({ email: emailText })
const role = Type.Object({ email: emailText, parent: Type.Enum([...parentIds, '']) })

/** The page that shows a section of these forms. */
const section = '/settings#people'

/** Invites people, says which parent each of them is, and removes them. */
export default async function people(service: WebService, context: WebContext) {
  const { db, publicUrl, ownsCredentials } = context

  const showInvitation = secretPage<{ address: string; name: string }>(service, context, {
    path: '/people/invitations',
    back: section,
    show: (link, { wording }, reply) =>
      reply.page('household/people/new-person-link.hbs', newPersonLinkView(link, wording)),
  })
  const invites = { config: { confirm: 'invite' }, schema: { body: invitation } } as const
  service.post('/people/invitations', invites, async (request, reply) => {
    const { session, names } = signedIn(request)
    const token = newToken()
    const { parent: invited } = request.body
    const name = names[invited]
    await changeAs(context, request, async (trx, { now }) => {
      const created = {
        tokenHash: tokenHash(token),
        parent: invited,
        createdBy: session.email,
        now,
      }
      if (!(await createInvitation(trx, created)))
        throw new LocalizedHttpError(409, message('people.tooMany', { most: mostInvitations }))
      await recordChange(trx, request, { action: 'invitation-made', now, device: name })
    })
    const address = new URL(`/invitations/${token}`, publicUrl).href
    return showInvitation(request, reply, { address, name })
  })

  // Idempotent: a second press changes nothing.
  const withdraws = {
    config: { confirm: 'withdraw' },
    schema: { params: Type.Object({ id: Type.String() }) },
  } as const
  service.post('/people/invitations/:id/revoke', withdraws, async (request, reply) => {
    const id = parseId(request.params.id, message('people.noInvitation'))
    await changeAs(context, request, async (trx, { now }) => {
      if (await revokeInvitation(trx, id, now))
        await recordChange(trx, request, { action: 'invitation-withdrawn', now })
    })
    return reply.redirect(section)
  })

  service.post('/people/parent', { schema: { body: role } }, async (request, reply) => {
    const { email: address, parent: chosen } = request.body
    await saveMemberParent(db, foldEmail(address), chosen === '' ? null : chosen)
    return leaveFlash(reply, 'saved').redirect(section)
  })

  const removes = { config: { confirm: 'remove' }, schema: { body: person } } as const
  service.post('/people/remove', removes, async (request, reply) => {
    const address = foldEmail(request.body.email)
    const { session } = signedIn(request)
    const connection = await readConnection(context)
    if (connection.account === address)
      throw new LocalizedHttpError(409, message('people.holdsCalendar'))
    if (context.mayEnter(address)) throw new LocalizedHttpError(409, message('people.listed'))
    await changeAs(context, request, async (trx, { now }) => {
      if (!(await canOthersComeIn(trx, address)))
        throw new LocalizedHttpError(409, message('people.lastOne'))
      if (!(await removeInvited(trx, address, now))) return
      if (ownsCredentials) await deleteCredentials(trx, address)
      await recordChange(trx, request, { action: 'account-removed', email: address, now })
    })
    await context.wake(['notify'])
    return address === session.email ? leave(reply, publicUrl) : reply.redirect(section)
  })

  /** Whether somebody but this person could still sign in. */
  async function canOthersComeIn(trx: Transaction, address: string): Promise<boolean> {
    const ready = ownsCredentials ? await readCredentials(trx) : null
    const others = (await readMembers(trx)).filter(({ email }) => email !== address)
    return others.some(
      ({ email, invited }) =>
        (invited || context.mayEnter(email)) &&
        (ready === null ||
          ready.some(one => one.email === email && (one.hasPassword || one.passkeys > 0))),
    )
  }
}
