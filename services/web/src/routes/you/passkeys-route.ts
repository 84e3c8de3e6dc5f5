import {
  createPasskey,
  deletePasskey,
  endOtherSessions,
  readPasskeys,
  saveNoPasskey,
  type IdentitySecrets,
  type Passkey,
  type Session,
  type Transaction,
} from '@night-routine/database'
import { recordAccountChange, type AccountAction } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../context.ts'
import { leaveFlash } from '../../flash.ts'
import { askToConfirm, confirmation, confirmed } from '../../sign-in/confirm.ts'
import {
  creationOptions,
  longestAnswer,
  passkeyFault,
  passkeyName,
  readNewPasskey,
  sessionChallenge,
} from '../../sign-in/passkeys.ts'
import type { Refusal } from '../../sign-in/refusal.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { askToMake } from '../../sign-in/passkey-button.ts'
import { ownAccount } from './own-account.ts'
import { passkeyFormView } from './passkeys-view.ts'
import { page } from './you-route.ts'

const id = Type.String({ maxLength: 2048 })
const adding = Type.Object({
  ...confirmation,
  passkey: Type.String({ maxLength: longestAnswer }),
})
const removing = Type.Object({ ...confirmation, passkey_id: id })
const query = Type.Object({ id })

const section = `${page}#signing-in`

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  session: Session
  identity: IdentitySecrets
  /** The passkeys of the person. */
  passkeys: readonly Passkey[]
}

/** Adds and removes the passkeys of the signed-in person, where people have accounts of the installation. */
const passkeys: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { identity: provider, db, clock, publicUrl } = context
  if (provider === null) return
  service.removeContentTypeParser(['application/json', 'text/plain'])

  /** Answers a person who has an account here. */
  async function during(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (visit: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const account = await ownAccount(request, context)
    const held = await readPasskeys(db, account.identity.id)
    return answer({ request, reply, ...account, passkeys: held })
  }

  const toAdd = (session: Session) => sessionChallenge('add passkey', session, clock.now())

  /** The form that adds a passkey, or removes `removed`. */
  async function show(
    { request, reply, session, identity, passkeys: existing }: Visit,
    removed: Passkey | null,
    refused?: Refusal,
  ): Promise<FastifyReply> {
    const { hasPassword } = identity
    const options = creationOptions(context, toAdd(session), { ...identity, existing })
    const view = passkeyFormView({
      account: identity,
      removed,
      questions: [
        ...(hasPassword ? [] : [askToConfirm(context, session)]),
        ...(removed === null ? [askToMake(options)] : []),
      ],
      fault: refused?.fault ?? null,
      wording: request.wording,
    })
    return reply.code(refused?.status ?? 200).page('routes/you/passkey-form.hbs', view)
  }

  /** Makes a change, and has it told. */
  async function change(
    { session, identity: { email } }: Visit,
    { action, device }: { action: AccountAction; device: string },
    write: (trx: Transaction) => Promise<void>,
  ): Promise<void> {
    await changeAs(context, session, async (trx, { now }) => {
      await write(trx)
      await recordAccountChange(trx, { action, email, by: email, now, device })
    })
  }

  service.get(`${page}/passkeys`, (request, reply) =>
    during(request, reply, visit => show(visit, null)),
  )

  service.post(`${page}/passkeys`, { schema: { body: adding } }, (request, reply) =>
    during(request, reply, async visit => {
      const { session, identity } = visit
      const answer = await confirmed(context, request, identity, request.body)
      if ('refused' in answer) return show(visit, null, answer.refused)
      const given = { answer: request.body.passkey, name: passkeyName(request) }
      const made = await readNewPasskey(context, toAdd(session), given)
      if ('refused' in made) {
        request.log.warn(made, 'passkey refused')
        return show(visit, null, { fault: passkeyFault(made), status: 400 })
      }
      await change(visit, { action: 'passkey-added', device: made.name }, async trx => {
        const isNew = await createPasskey(trx, { ...made, identity: identity.id }, clock.now())
        if (!isNew) throw new SpokenError(409, message('identity.passkey.invalid'))
      })
      leaveFlash(reply, 'passkey-added', publicUrl)
      return reply.redirect(section)
    }),
  )

  // Idempotent.
  service.post(`${page}/passkeys/none`, async (request, reply) => {
    await saveNoPasskey(db, signedIn(request).session.email, clock.now())
    return reply.redirect('/')
  })

  service.get(`${page}/passkeys/remove`, { schema: { querystring: query } }, (request, reply) =>
    during(request, reply, async visit => {
      const removed = visit.passkeys.find(each => each.id === request.query.id)
      if (removed === undefined) return reply.redirect(section)
      assertOtherWay(visit.identity, visit.passkeys)
      return show(visit, removed)
    }),
  )

  // Idempotent: a second press changes nothing.
  service.post(`${page}/passkeys/remove`, { schema: { body: removing } }, (request, reply) =>
    during(request, reply, async visit => {
      const { session, identity } = visit
      const removed = visit.passkeys.find(each => each.id === request.body.passkey_id)
      if (removed === undefined) return reply.redirect(section)
      const answer = await confirmed(context, request, identity, request.body)
      if ('refused' in answer) return show(visit, removed, answer.refused)
      await change(visit, { action: 'passkey-removed', device: removed.name }, async trx => {
        // Read again under the lock: two passkeys that are removed at once must not both go.
        assertOtherWay(identity, await readPasskeys(trx, identity.id))
        await deletePasskey(trx, { id: removed.id, identity: identity.id })
        await endOtherSessions(trx, session)
      })
      leaveFlash(reply, 'passkey-removed', publicUrl)
      return reply.redirect(section)
    }),
  )
}

export default passkeys

/** A person without a password keeps a passkey. */
function assertOtherWay({ hasPassword }: IdentitySecrets, { length }: readonly Passkey[]): void {
  if (!hasPassword && length < 2) throw new SpokenError(409, message('passkey.lastWayIn'))
}
