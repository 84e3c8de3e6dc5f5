import { randomUUID } from 'node:crypto'
import {
  createIdentity,
  findAccount,
  findIdentity,
  identityLinkPath,
  readParentsByEmail,
  releaseAccount,
  type Database,
  type IdentitySecrets,
  type Transaction,
} from '@night-routine/database'
import { recordAccountChange } from '@night-routine/household'
import { foldEmail } from '@night-routine/service'
import { message, type Message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { changeAs, type WebContext } from '../../context.ts'
import { askToConfirm, confirmation, confirmed } from '../../sign-in/confirm.ts'
import { personIn } from '../../person-name.ts'
import { signedIn } from '../../plugins/sessions.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { recoveryLink } from '../../sign-in/link-view.ts'
import { ownAccount } from '../you/own-account.ts'
import { newPasswordLinkView, passwordLinkFormView } from './people-view.ts'

const email = Type.String({ minLength: 3, maxLength: 320 })
const person = Type.Object({ email })
const body = Type.Object({ email, ...confirmation })

/** Makes a link to a new password for another person. Its maker vouches for who gets it, and is confirmed before. */
const passwordLink: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { identity, db, keys, publicUrl } = context
  if (identity === null) return
  const address = '/people/password-link'
  service.removeContentTypeParser(['application/json', 'text/plain'])

  /** The maker, and the other person. */
  async function between(request: FastifyRequest, given: string) {
    const { session, names } = signedIn(request)
    const to = foldEmail(given)
    if (to === session.email) throw new SpokenError(409, message('people.ownLink'))
    const { identity: maker } = await ownAccount(request, context)
    await requireMember(db, to)
    const { name } = personIn(to, { names, accounts: await readParentsByEmail(db) })
    return { session, maker, to, name }
  }

  /** Only who may come in gets an account by a link. */
  async function requireMember(q: Database | Transaction, to: string): Promise<void> {
    if (context.mayEnter(to) || (await findAccount(q, to))) return
    throw new SpokenError(404, message('people.noAccount'))
  }

  /** The identity of a person; a new one where they signed in at another provider, or not at all, until now. */
  async function identityOf(trx: Transaction, to: string) {
    const found = await findIdentity(trx, keys, { email: to })
    if (found !== undefined) return found
    await requireMember(trx, to)
    const made = { id: randomUUID(), email: to, version: 1 }
    await createIdentity(trx, made, context.clock.now())
    await releaseAccount(trx, to)
    return made
  }

  function ask(
    request: FastifyRequest,
    reply: FastifyReply,
    {
      maker,
      to,
      name,
      fault = null,
    }: { maker: IdentitySecrets; to: string; name: string; fault?: Message | null },
  ) {
    const { session } = signedIn(request)
    const question = maker.hasPassword ? null : askToConfirm(context, session)
    const { wording } = request
    const view = passwordLinkFormView({ maker, email: to, name, question, fault, wording })
    return reply.page('routes/people/password-link.hbs', view)
  }

  service.get(address, { schema: { querystring: person } }, async (request, reply) =>
    ask(request, reply, await between(request, request.query.email)),
  )

  // Renders instead of redirecting: the page is the only copy.
  service.post(address, { schema: { body } }, async (request, reply) => {
    const { session, maker, to, name } = await between(request, request.body.email)
    const answer = await confirmed(context, request, maker, request.body)
    if ('refused' in answer) {
      const { fault, status } = answer.refused
      return ask(request, reply.code(status), { maker, to, name, fault })
    }
    const path = await changeAs(context, session, async (trx, { now }) => {
      const by = session.email
      await recordAccountChange(trx, { action: 'recovery-link-made', email: to, by, now })
      return identityLinkPath(keys, recoveryLink(await identityOf(trx, to), { maker: by, now }))
    })
    await context.wake(['notify'])
    void reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    const link = { address: new URL(path, publicUrl).href, email: to, name }
    const view = newPasswordLinkView(link, request.wording)
    return reply.code(201).page('routes/people/new-password-link.hbs', view)
  })
}

export default passwordLink
