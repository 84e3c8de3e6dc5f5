import { clientNetwork, hashPassword, passwordLengths } from '@night-routine/accounts'
import { ownProviderPath } from '@night-routine/calendar'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { leaveFlash } from '../../flash.ts'
import {
  findLink,
  recoverByLink,
  type LinkRefusal,
  type OpenLink,
} from '../../identity/identity-link.ts'
import { newPasswordTrouble } from '../../identity/new-password.ts'
import { signInHost } from '../../identity/sign-in-host.ts'
import { beginSignIn, usualIntent, type SignInContext } from '../auth/begin-sign-in.ts'
import { deadLinkView, linkView } from './link-view.ts'

const query = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const body = Type.Object({ password: Type.String({ maxLength: 4096 }) })

/**
 * The page of a link to a new password. The GET changes nothing, because mail programs open links before a person
 * does. The link signs nobody in: the usual sign-in follows, with its second factor.
 */
const link: FastifyPluginAsyncTypebox<SignInContext> = async (service, context) => {
  const { db, identity, config, publicUrl } = context
  if (identity === null) return
  const host = signInHost(context)
  const address = `${ownProviderPath}/link`
  service.addHook('onRequest', async (_request, reply) => {
    void reply.headers({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
    })
  })
  // Without a referrer, browsers say that the form comes from nowhere; the token says whose it is.
  const options = { access: 'public', anySite: true } as const

  function ended({ wording }: FastifyRequest, reply: FastifyReply, refused: LinkRefusal) {
    const view = deadLinkView(refused, { hasMail: config.SMTP_URL !== undefined, wording })
    return reply.code(view.status).page('routes/identity/dead-link.hbs', view)
  }

  service.get(
    address,
    { config: options, schema: { querystring: query } },
    async (request, reply) => {
      const found = await findLink(db, context, request.query.token)
      return 'refused' in found ? ended(request, reply, found.refused) : ask(request, reply, found)
    },
  )

  service.post(
    address,
    { config: options, schema: { querystring: query, body } },
    async (request, reply) => {
      const { token } = request.query
      const { password } = request.body
      const found = await findLink(db, context, token)
      if ('refused' in found) return ended(request, reply, found.refused)
      const trouble = await newPasswordTrouble(found.identity.email, password)
      if (trouble !== undefined)
        return ask(request, reply.code(400), found, request.wording.tell(trouble))
      const from = clientNetwork(request.ip)
      const passwordHash = await host.places.run(from, () => hashPassword(password))
      const used = await recoverByLink(context, token, { passwordHash })
      if ('refused' in used) return ended(request, reply, used.refused)
      request.log.info({ by: found.link.by }, 'password recovered')
      await context.wake(['notify'])
      leaveFlash(reply, 'new-password', publicUrl)
      const intent = await usualIntent(context)
      return beginSignIn(request, reply, context, { intent, account: used.email })
    },
  )
}

export default link

/** The form, perhaps with what was wrong. */
function ask(
  { url, wording }: FastifyRequest,
  reply: FastifyReply,
  open: OpenLink,
  fault: string | null = null,
) {
  const { shortest } = passwordLengths
  const view = linkView({ open, action: url, shortest, fault, wording })
  return reply.page('routes/identity/link.hbs', view)
}
