import { networkText, passwordLengths } from '@night-routine/credentials'
import type { Message } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebService } from '../plugins/context.ts'
import { leaveFlash } from '../plugins/flash.ts'
import { findLink, recoverByLink, type LinkRefusal, type OpenLink } from './credentials-link.ts'
import { readNewCredential } from './new-credential.ts'
import { creationOptions, longestAnswer, type Challenge } from './passkeys.ts'
import { beginSignIn, usualIntent, type SignInContext } from './begin-sign-in.ts'
import { deadLinkView } from './dead-link-view.ts'
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
  const { db, ownsCredentials, config } = context
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
    const { password, passkey } = request.body
    const credential = await readNewCredential(request, context, {
      email: found.credentials.email,
      password,
      passkey: found.takesPasskey ? passkey : undefined,
      challenge: toLink(token),
    })
    if ('fault' in credential) return ask(request, reply.code(400), found, credential.fault)
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

  /** Asks for a new password, and says what else it changes, perhaps with what was wrong. */
  function ask(
    request: FastifyRequest<{ Querystring: { token: string } }>,
    reply: FastifyReply,
    open: OpenLink,
    fault: Message | null = null,
  ) {
    const { say, tell } = request.wording
    const { credentials, passkeys: existing, isArrival, endsFactor } = open
    const challenge = toLink(request.query.token)
    const question = askToMake(creationOptions(context, challenge, { ...credentials, existing }))
    const takesPasskey = open.takesPasskey && context.passkeyProblem === null
    const view = {
      title: say(isArrival ? 'identity.arrivalTitle' : 'identity.linkTitle'),
      lines: [
        say('identity.linkFor', { email: credentials.email }),
        ...(isArrival ? [] : [say('identity.linkEnds')]),
        ...(endsFactor ? [say('identity.linkEndsFactor')] : []),
      ],
      fault: fault && tell(fault),
      action: request.url,
      email: credentials.email,
      shortest: passwordLengths.shortest,
      passkey: takesPasskey && {
        questions: [question],
        text: say('identity.linkPasskey'),
        isQuiet: true,
      },
    }
    return reply.page('sign-in/link.hbs', view)
  }
}

const toLink = (token: string): Challenge => ({ purpose: 'link', ids: [token] })
