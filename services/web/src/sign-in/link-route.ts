import {
  clientNetwork,
  hashPassword,
  networkText,
  passwordLengths,
} from '@night-routine/credentials'
import type { Message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { findLink, recoverByLink, type LinkRefusal, type OpenLink } from './credentials-link.ts'
import type { Credential } from './make-credentials.ts'
import { newPasswordError } from './new-credential.ts'
import {
  creationOptions,
  longestAnswer,
  passkeyRefusal,
  passkeyName,
  readNewPasskey,
  type Challenge,
} from './passkeys.ts'
import { beginSignIn, usualIntent, type SignInContext } from './begin-sign-in.ts'
import { deadLinkView, linkView } from './link-view.ts'
import { askToMake } from './passkey-button.ts'

const query = Type.Object({ token: Type.String({ maxLength: 2048 }) })
const body = Type.Object({
  password: Type.String({ maxLength: 4096 }),
  passkey: Type.Optional(Type.String({ maxLength: longestAnswer })),
})

/**
 * The page of a link to a new password. The GET changes nothing, because mail programs open links before a person
 * does. The link signs no one in: the usual sign-in follows, with its second factor.
 */
export default async function link(service: WebService, context: SignInContext) {
  const { db, ownsCredentials, config, signInHost: host } = context
  if (!ownsCredentials) return
  const address = '/identity/link'
  service.addHook('onRequest', async (_request, reply) => {
    void reply.header('x-robots-tag', 'noindex, nofollow')
  })
  const asked = { config: { access: 'public' }, schema: { querystring: query } } as const

  function ended({ wording }: FastifyRequest, reply: FastifyReply, refused: LinkRefusal) {
    const view = deadLinkView(refused, { hasMail: config.SMTP_URL !== undefined, wording })
    return reply.code(view.status).page('sign-in/dead-link.hbs', view)
  }

  service.get(address, asked, async (request, reply) => {
    const found = await findLink(db, context, request.query.token)
    return 'refused' in found ? ended(request, reply, found.refused) : ask(request, reply, found)
  })

  const saves = { ...asked, schema: { querystring: query, body } }
  service.post(address, saves, async (request, reply) => {
    const { token } = request.query
    const found = await findLink(db, context, token)
    if ('refused' in found) return ended(request, reply, found.refused)
    const credential = await chosen(request, found)
    if ('key' in credential) return ask(request, reply.code(400), found, credential)
    const used = await recoverByLink(context, token, {
      credential,
      network: networkText(request.ip),
    })
    if ('refused' in used) return ended(request, reply, used.refused)
    request.log.info({ by: found.link.by }, 'account recovered')
    await context.wake(['notify'])
    if ('passwordHash' in credential) leaveFlash(reply, 'new-password')
    const intent = await usualIntent(context)
    return beginSignIn(request, reply, context, { intent, account: used.email })
  })

  /** With what the person signs in from now on, or what is wrong with it. */
  async function chosen(
    request: FastifyRequest<{ Querystring: { token: string }; Body: Static<typeof body> }>,
    { credentials: { email }, takesPasskey }: OpenLink,
  ): Promise<Credential | Message> {
    const { password, passkey: answer = '' } = request.body
    if (answer !== '' && takesPasskey) {
      const name = passkeyName(request)
      const made = await readNewPasskey(context, toLink(request.query.token), { answer, name })
      if (!('refused' in made)) return { passkey: made }
      request.log.warn(made, 'passkey refused')
      return passkeyRefusal(made)
    }
    const trouble = await newPasswordError(email, password)
    if (trouble !== undefined) return trouble
    const from = clientNetwork(request.ip)
    return { passwordHash: await host.places.run(from, () => hashPassword(password)) }
  }

  /** The form, perhaps with what was wrong. */
  function ask(
    request: FastifyRequest<{ Querystring: { token: string } }>,
    reply: FastifyReply,
    open: OpenLink,
    fault: Message | null = null,
  ) {
    const { url, wording } = request
    const { credentials: person, passkeys: existing } = open
    const challenge = toLink(request.query.token)
    const question = askToMake(creationOptions(context, challenge, { ...person, existing }))
    const view = linkView({
      open,
      action: url,
      shortest: passwordLengths.shortest,
      fault: fault && wording.tell(fault),
      passkey: open.takesPasskey && context.passkeyProblem === null ? question : null,
      wording,
    })
    return reply.page('sign-in/link.hbs', view)
  }
}

const toLink = (token: string): Challenge => ({ purpose: 'link', ids: [token] })
