import { clientNetwork, networkText } from '@night-routine/credentials'
import { readParents } from '@night-routine/database/nights'
import { foldEmail } from '@night-routine/service'
import { message, parentNames } from '@night-routine/wording'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { WebContext, WebService } from '../plugins/context.ts'
import { enterHere } from './enter.ts'
import { readFlow } from './flow.ts'
import { readInvitation } from './invitation.ts'
import { CredentialsNotMade, makeCredentials, type Admission } from './make-credentials.ts'
import { isAddress, readNewCredential } from './new-credential.ts'
import { noteFailure } from './note-failure.ts'
import { longestAnswer } from './passkeys.ts'
import type { Refusal } from '../plugins/refusal.ts'
import { checkSetUpCode, isSetUpCode } from '../plugins/set-up-code.ts'
import { showSignIn, toMakeAccount, usualForm, type SignInForm } from './sign-in-page.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const body = Type.Object({
  email: text(320),
  password: text(4096),
  set_up_code: Type.Optional(text(100)),
  passkey: Type.Optional(text(longestAnswer)),
})

type Body = Static<typeof body>

const ofInvitation = Type.Object({ invitation: text(100) })

type Invited = Pick<FastifyRequest<{ Params: Static<typeof ofInvitation> }>, 'params' | 'wording'>

/** Makes accounts of this installation: the first one with the set-up code, the others with an invitation. */
export default async function newAccount(service: WebService, context: WebContext) {
  const { db, keys, clock, mayEnter, ownsCredentials, signInHost: host } = context
  if (!ownsCredentials) return
  const options = { config: { access: 'optional' } } as const

  service.post('/identity/first', { ...options, schema: { body } }, async (request, reply) => {
    const { set_up_code: setUpCode = '' } = request.body
    const form = await usualForm(context)
    if (form.kind !== 'first')
      return showSignIn(request, reply, context, { form, refused: why.first })
    // Before the password is judged, which takes time.
    const from = clientNetwork(request.ip)
    const refused = await checkSetUpCode(host, from, () => isSetUpCode(keys, setUpCode))
    if (refused !== undefined) {
      await noteFailure(request, context, { email: '', reason: 'set-up code' })
      return showSignIn(request, reply, context, { ...enteredIn(request.body), form, refused })
    }
    return make(request, reply, { form, admission: { setUpCode } })
  })

  async function invited({ params: { invitation }, wording }: Invited): Promise<SignInForm> {
    const found = await readInvitation(db, { token: invitation, now: clock.now(), mayEnter })
    if (found?.state !== 'open') return { kind: 'sign-in' }
    const name = parentNames(await readParents(db), wording)[found.parent]
    return { kind: 'join', name, invitation }
  }

  const join = '/invitations/:invitation/join'
  service.get(join, { ...options, schema: { params: ofInvitation } }, async (request, reply) => {
    const form = await invited(request)
    if (form.kind === 'sign-in') return reply.redirect(`/invitations/${request.params.invitation}`)
    return showSignIn(request, reply, context, { form })
  })

  const joins = { ...options, schema: { params: ofInvitation, body } }
  service.post(join, joins, async (request, reply) => {
    const form = await invited(request)
    if (form.kind === 'sign-in')
      return showSignIn(request, reply, context, { form, refused: why.join })
    return make(request, reply, { form, admission: { invitation: request.params.invitation } })
  })

  async function make(
    request: FastifyRequest<{ Body: Body }>,
    reply: FastifyReply,
    { form, admission }: { form: SignInForm; admission: Admission },
  ): Promise<FastifyReply> {
    const entered = enteredIn(request.body)
    const { email } = entered
    const again = (refused: Refusal) =>
      showSignIn(request, reply, context, { ...entered, form, refused })
    if (!isAddress(email)) return again({ fault: message('identity.noEmail'), status: 400 })
    // A browser without the cookie has no passkey for it, and gets another id.
    const flow = readFlow(request, context) ?? { id: crypto.randomUUID(), until: 0 }
    const { password, passkey } = request.body
    const challenge = toMakeAccount(flow)
    const chosen = { email, password, passkey, challenge }
    const credential = await readNewCredential(request, context, chosen)
    if ('fault' in credential) return again(credential)
    const { id } = flow
    try {
      return await enterHere(request, reply, context, {
        id,
        email,
        ...('invitation' in admission && admission),
        prepare: trx =>
          makeCredentials(trx, context, {
            id,
            email,
            admission,
            credential,
            network: networkText(request.ip),
          }),
      })
    } catch (error) {
      if (!(error instanceof CredentialsNotMade)) throw error
      if (error.reason !== 'no-admission') return again(why[error.reason])
      return again(form.kind === 'join' ? why.join : why.first)
    }
  }
}

function enteredIn({ email, set_up_code: setUpCode = '' }: Body) {
  return { email: foldEmail(email.trim()), setUpCode }
}

/** Why no account was made. */
const why = {
  taken: { fault: message('identity.taken'), status: 409 },
  'not-listed': { fault: message('identity.notListed'), status: 403 },
  /** The invitation has ended. */
  join: { fault: message('identity.noInvitation'), status: 409 },
  /** Somebody else was first. */
  first: { fault: message('identity.notFirst'), status: 409 },
}
