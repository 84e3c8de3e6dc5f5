import { checkCode, checkSignIn, clientNetwork } from '@night-routine/credentials'
import { findCredentials, type Credentials } from '@night-routine/database/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'
import { signInPage } from './begin-sign-in.ts'
import { enterHere } from './enter.ts'
import { keepFlow, readFlow } from './flow.ts'
import { noteFailure } from './note-failure.ts'
import { longestAnswer, passkeyRefusal, usePasskey } from './passkeys.ts'
import { refusalOf, type Refusal } from '../plugins/refusal.ts'
import { showSignIn, toSignIn, usualForm } from './sign-in-page.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const body = Type.Object({ email: text(320), password: text(4096) })
const passkeyBody = Type.Object({ passkey: text(longestAnswer) })
const codeBody = Type.Object({ code: text(100) })

/** The pages where people with an account of this installation say who they are. */
export default async function signIn(service: WebService, context: WebContext) {
  const { db, keys, ownsCredentials, signInHost: host } = context
  if (!ownsCredentials) return
  const options = { config: { access: 'optional' } } as const
  const form = { kind: 'sign-in' } as const

  service.get(signInPage, options, async (request, reply) =>
    showSignIn(request, reply, context, { form: await usualForm(context) }),
  )

  service.post(signInPage, { ...options, schema: { body } }, async (request, reply) => {
    const { email, password } = request.body
    const from = clientNetwork(request.ip)
    const answer = await checkSignIn(host, { email, password, from })
    if (answer.outcome === 'right') return enterHere(request, reply, context, answer.account)
    const { outcome } = answer
    if (outcome === 'code-required') return askForCode(request, reply, answer.account)
    await noteFailure(request, context, { email, reason: outcome, checked: answer })
    const refused = refusalOf(answer)
    // A recovery code needs no key.
    if (outcome === 'factor-lost') return askForCode(request, reply, answer.account, refused)
    return showSignIn(request, reply, context, { form, refused, email })
  })

  const passkey = { ...options, schema: { body: passkeyBody } }
  service.post(`${signInPage}/passkey`, passkey, async (request, reply) => {
    const flow = readFlow(request, context)
    const used = flow && (await usePasskey(context, toSignIn(flow), request.body.passkey))
    const credentials =
      used && !('refused' in used)
        ? await findCredentials(db, keys, { id: used.identity })
        : undefined
    if (credentials !== undefined) return enterHere(request, reply, context, credentials)
    const why =
      used && 'refused' in used ? used : ({ refused: 'invalid', reason: 'no sign-in' } as const)
    await noteFailure(request, context, { email: '', reason: `passkey: ${why.reason}` })
    const refused = { fault: passkeyRefusal(why), status: 401 }
    return showSignIn(request, reply, context, { form, refused })
  })

  /** The page that asks for the code of a second factor. */
  async function askForCode(
    request: FastifyRequest,
    reply: FastifyReply,
    { id, version }: Pick<Credentials, 'id' | 'version'>,
    refused?: Refusal,
  ): Promise<FastifyReply> {
    keepFlow(request, reply, context, { first: { id, version } })
    const { say, tell } = request.wording
    const fault = refused === undefined ? null : tell(refused.fault)
    const view = { title: say('identity.codeTitle'), action: `${signInPage}/code`, fault }
    return reply.code(refused?.status ?? 200).page('sign-in/code.hbs', view)
  }

  const code = { ...options, schema: { body: codeBody } }
  service.post(`${signInPage}/code`, code, async (request, reply) => {
    const first = readFlow(request, context)?.first
    const account = first && (await findCredentials(db, keys, { id: first.id }))
    // The first step was too long ago, or the password has been changed since.
    if (account === undefined || account.version !== first?.version)
      return showSignIn(request, reply, context, { form })
    const from = clientNetwork(request.ip)
    const answer = await checkCode(host, { account, code: request.body.code, from })
    if (answer.outcome === 'right') return enterHere(request, reply, context, account)
    await noteFailure(request, context, { email: account.email, reason: answer.outcome })
    return askForCode(request, reply, account, refusalOf(answer))
  })
}
