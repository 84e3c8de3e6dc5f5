import {
  checkCode,
  checkSignIn,
  clientNetwork,
  hashPassword,
  passwordLengths,
  rememberNetwork,
} from '@night-routine/accounts'
import { ownProviderPath } from '@night-routine/calendar'
import {
  findIdentity,
  hasIdentities,
  readParents,
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
  type IdentitySecrets,
} from '@night-routine/database'
import { foldEmail } from '@night-routine/service'
import { parentNames, type Message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import type { WebContext } from '../context.ts'
import { checkSetUpCode } from './check-set-up-code.ts'
import { makeIdentity, type Voucher } from './make-identity.ts'
import type { Interaction, Method } from './provider.ts'
import {
  creationOptions,
  identityIdOf,
  longestAnswer,
  passkeyFault,
  passkeyName,
  readNewPasskey,
  requestOptions,
  usePasskey,
  type Challenge,
  type NewPasskey,
  type PasskeyRefusal,
} from './passkeys.ts'
import type { Refusal } from './refusal.ts'
import { noteShown } from './same-browser.ts'
import { readInvitation } from './invitation.ts'
import type { SignInAttempts } from './sign-in-attempt.ts'
import { askToMake, askToUse } from './passkey-button.ts'
import { enteredTrouble, noVoucher, refusal, toldBefore, whyNot } from './sign-in-faults.ts'
import { signInView, type SignInForm } from './sign-in-view.ts'

export type SignInPageContext = WebContext & { attempts: Pick<SignInAttempts, 'invitationOf'> }

const text = (maxLength: number) => Type.String({ maxLength })
const params = Type.Object({ uid: text(64) })
const body = Type.Object({
  email: text(320),
  password: text(4096),
  set_up_code: Type.Optional(text(100)),
  passkey: Type.Optional(text(longestAnswer)),
})
const passkeyBody = Type.Object({ passkey: text(longestAnswer) })
const codeBody = Type.Object({ step: text(2048), code: text(100) })

/** What a page with a second factor knows of the first one. */
const firstStep = Type.Object({
  uid: Type.String(),
  identity: Type.String(),
  /** Of the identity; with another one the password may be an old one. */
  version: Type.Number(),
  until: Type.Number(),
})
const stepPlace: AssociatedData = 'identity.code.step'
const stepMinutes = 5

/** The pages of our own provider where people say who they are, or make their account. */
const signIn: FastifyPluginAsyncTypebox<SignInPageContext> = async (service, context) => {
  const {
    identity: provider,
    db,
    keys,
    clock,
    config,
    attempts,
    mayEnter,
    signInHost: host,
  } = context
  if (provider === null) return
  const options = { config: { access: 'public' }, schema: { params } } as const
  const root = `${ownProviderPath}/sign-in`

  /** Answers with what the browser is asked for, or says that this sign-in is over. */
  async function during(
    request: FastifyRequest<{ Params: { uid: string } }>,
    reply: FastifyReply,
    answer: (visit: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const interaction = await provider?.interaction(request.raw, reply.raw)
    if (interaction === undefined || interaction.uid !== request.params.uid) {
      const title = request.wording.say('identity.endedTitle')
      return reply.code(400).page('sign-in/ended.hbs', { title })
    }
    const invitation = attempts.invitationOf(interaction.state, request.cookies)
    return answer({ request, reply, interaction, invitation, from: clientNetwork(request.ip) })
  }

  interface Visit {
    request: FastifyRequest
    reply: FastifyReply
    interaction: Interaction
    /** The token of the invitation that this browser brings. */
    invitation: string | undefined
    /** The network of the request. */
    from: string
  }

  /** The form of a page where no other one is asked for. */
  async function usualForm({ invitation }: Visit): Promise<SignInForm> {
    if (invitation !== undefined) {
      const found = await readInvitation(db, { token: invitation, now: clock.now(), mayEnter })
      if (found?.state === 'open') return { kind: 'join', parent: found.parent }
    }
    return (await hasIdentities(db)) ? { kind: 'sign-in' } : { kind: 'first' }
  }

  async function page(
    visit: Visit,
    form: SignInForm,
    { fault = null, status = 200, ...entered }: PageFacts,
  ): Promise<FastifyReply> {
    const { request, reply, interaction, invitation } = visit
    const view = signInView({
      path: `${root}/${interaction.uid}`,
      form,
      invited: invitation !== undefined,
      shortest: passwordLengths.shortest,
      names: parentNames(await readParents(db), request.wording),
      told: toldBefore(request),
      fault,
      entered: { email: interaction.loginHint ?? '', ...entered },
      hasMail: config.SMTP_URL !== undefined,
      passkey:
        form.kind === 'sign-in'
          ? askToUse(requestOptions(context, toSignIn(interaction)))
          : askToMake(creationOptions(context, toMakeAccount(interaction), newPerson(interaction))),
      wording: request.wording,
    })
    return reply.code(status).page('sign-in/sign-in.hbs', view)
  }

  interface PageFacts {
    fault?: Message | null
    status?: number
    email?: string
    setUpCode?: string
  }

  /** Ends the interaction: the sign-in continues at our client. */
  async function finish(
    { request, reply, from }: Visit,
    { id }: { id: string },
    methods: readonly Method[],
  ): Promise<FastifyReply> {
    await rememberNetwork(host, { accountId: id, from })
    const next = await provider?.finish(request.raw, reply.raw, { id, methods })
    noteShown(reply, context, id)
    return reply.redirect(next ?? '/', 303)
  }

  service.get(
    `${root}/:uid`,
    {
      ...options,
      schema: { params, querystring: Type.Object({ form: Type.Optional(Type.String()) }) },
    },
    (request, reply) =>
      during(request, reply, async visit => {
        const usual = await usualForm(visit)
        const form = request.query.form === 'sign-in' ? { kind: 'sign-in' as const } : usual
        return page(visit, form, {})
      }),
  )

  service.post(`${root}/:uid/sign-in`, { ...options, schema: { params, body } }, (request, reply) =>
    during(request, reply, async visit => {
      const { email, password } = request.body
      const answer = await checkSignIn(host, { email, password, from: visit.from })
      if (answer.outcome === 'right') return finish(visit, answer.account, ['pwd'])
      if (answer.outcome === 'code-required') return codePage(visit, answer.account)
      const said = refusal(answer)
      // A recovery code needs no key.
      if (answer.outcome === 'factor-lost') return codePage(visit, answer.account, said)
      return page(visit, { kind: 'sign-in' }, { ...said, email })
    }),
  )

  service.post(
    `${root}/:uid/passkey`,
    { ...options, schema: { params, body: passkeyBody } },
    (request, reply) =>
      during(request, reply, async visit => {
        const { passkey: answer } = request.body
        const used = await usePasskey(context, toSignIn(visit.interaction), { answer })
        if (!('refused' in used)) return finish(visit, { id: used.identity }, byPasskey)
        request.log.warn(used, 'passkey refused')
        return page(visit, { kind: 'sign-in' }, { fault: passkeyFault(used), status: 401 })
      }),
  )

  async function codePage(
    { request, reply, interaction }: Visit,
    { id, version }: Pick<IdentitySecrets, 'id' | 'version'>,
    { fault = null, status = 200 }: PageFacts = {},
  ): Promise<FastifyReply> {
    const until = clock.now().add({ minutes: stepMinutes }).epochMilliseconds
    const step = JSON.stringify({ uid: interaction.uid, identity: id, version, until })
    const view = {
      title: request.wording.say('identity.codeTitle'),
      action: `${root}/${interaction.uid}/code`,
      step: seal(keys, stepPlace, step),
      fault: fault && request.wording.tell(fault),
    }
    return reply.code(status).page('sign-in/code.hbs', view)
  }

  service.post(
    `${root}/:uid/code`,
    { ...options, schema: { params, body: codeBody } },
    (request, reply) =>
      during(request, reply, async visit => {
        const { step, code } = request.body
        const opened = unsealIfKeyed(keys, stepPlace, step)
        const before: unknown = opened === unreadable ? undefined : JSON.parse(opened)
        const isOurs =
          Check(firstStep, before) &&
          before.uid === visit.interaction.uid &&
          before.until > clock.now().epochMilliseconds
        const account = isOurs ? await findIdentity(db, keys, { id: before.identity }) : undefined
        if (!isOurs || account?.version !== before.version)
          return page(visit, { kind: 'sign-in' }, {})
        const answer = await checkCode(host, { account, code, from: visit.from })
        if (answer.outcome === 'right') return finish(visit, account, ['pwd', 'otp'])
        return codePage(visit, account, refusal(answer))
      }),
  )

  for (const kind of ['join', 'first'] as const)
    service.post(
      `${root}/:uid/${kind}`,
      { ...options, schema: { params, body } },
      (request, reply) =>
        during(request, reply, async visit => {
          const { password, passkey = '', set_up_code: setUpCode = '' } = request.body
          const email = foldEmail(request.body.email.trim())
          const usual = await usualForm(visit)
          const form = usual.kind === kind ? usual : { kind: 'sign-in' as const }
          const again = (refused: Refusal) => page(visit, form, { ...refused, email, setUpCode })
          if (form.kind === 'sign-in') return again(noVoucher[kind])
          const trouble = await enteredTrouble(email, passkey === '' ? password : undefined)
          if (trouble !== undefined) return again({ fault: trouble, status: 400 })
          const wrongCode =
            kind === 'first'
              ? await checkSetUpCode(setUpCode, { host, keys, from: visit.from })
              : undefined
          if (wrongCode !== undefined) return again(wrongCode)
          const { invitation = '' } = visit
          const voucher: Voucher = kind === 'first' ? { setUpCode } : { invitation }
          const wayIn =
            passkey === ''
              ? { passwordHash: await host.places.run(visit.from, () => hashPassword(password)) }
              : await newPasskey(visit, passkey)
          if ('refused' in wayIn) return again({ fault: passkeyFault(wayIn), status: 400 })
          const { id } = newPerson(visit.interaction)
          const made = await makeIdentity(context, { id, email, voucher, wayIn })
          if ('refused' in made)
            return again(made.refused === 'no-voucher' ? noVoucher[kind] : whyNot[made.refused])
          request.log.info({ kind }, 'account made')
          return finish(visit, made, 'passkey' in wayIn ? byPasskey : ['pwd'])
        }),
    )

  /** The passkey that a new person signs in with, named as their device. */
  async function newPasskey(
    { request, interaction }: Visit,
    answer: string,
  ): Promise<{ passkey: NewPasskey } | PasskeyRefusal> {
    const name = passkeyName(request)
    const made = await readNewPasskey(context, toMakeAccount(interaction), { answer, name })
    if (!('refused' in made)) return { passkey: made }
    request.log.warn(made, 'passkey refused')
    return made
  }
}

export default signIn

/** How a person shows who they are with a passkey, whose device has asked for a finger, a face or a PIN. */
const byPasskey = ['swk', 'user'] as const

const toSignIn = ({ uid }: Interaction): Challenge => ({ purpose: 'sign in', ids: [uid] })
const toMakeAccount = ({ uid }: Interaction): Challenge => ({ purpose: 'make account', ids: [uid] })

/** The account that a sign-in makes; a device shows the address that is entered. */
function newPerson({ uid, loginHint }: Interaction): { id: string; email: string } {
  return { id: identityIdOf(uid), email: loginHint ?? '' }
}
