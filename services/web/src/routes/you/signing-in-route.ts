import {
  checkCode,
  clientNetwork,
  hashPassword,
  newOneTimeSecret,
  newRecoveryCodes,
  recoveryCodeHash,
  stepOfCode,
} from '@night-routine/accounts'
import {
  endOtherSessions,
  findIdentity,
  renewIdentity,
  saveRecoveryCodes,
  saveSecondFactor,
  seal,
  unreadable,
  unsealIfKeyed,
  useTotpStepOf,
  type AssociatedData,
  type IdentitySecrets,
  type Session,
  type Transaction,
} from '@night-routine/database'
import { recordAccountChange, type AccountAction } from '@night-routine/household'
import { message } from '@night-routine/wording'
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import { Check } from 'typebox/schema'
import { changeAs, type WebContext } from '../../context.ts'
import { leaveFlash } from '../../flash.ts'
import { askToConfirm, confirmation, confirmed } from '../../sign-in/confirm.ts'
import { newPasswordTrouble } from '../../sign-in/new-password.ts'
import { tooManyAttempts, type Refusal } from '../../sign-in/refusal.ts'
import { SpokenError } from '../../plugins/spoken-error.ts'
import { ownAccount } from './own-account.ts'
import {
  recoveryCodesView,
  signingInFormView,
  type OfferedKey,
  type SigningInForm,
} from './signing-in-view.ts'
import { page } from './you-route.ts'

const text = (maxLength: number) => Type.String({ maxLength })
const passwordBody = Type.Object({ ...confirmation, new_password: text(4096) })
const codeBody = Type.Object({ ...confirmation, code: Type.Optional(text(100)) })
const keyBody = Type.Object({ ...confirmation, key: text(2048), code: text(100) })

/** A key that an authenticator app is about to keep. Only the form has it until a first code shows that the app does. */
const offeredKey = Type.Object({
  identity: Type.String(),
  secret: Type.String(),
  url: Type.String(),
  until: Type.Number(),
})
const keyPlace: AssociatedData = 'identity.totp_secret.offered'
const keyMinutes = 10

/** What authenticator apps call us. */
const issuer = 'Night Routine'

const section = `${page}#signing-in`

interface Visit {
  request: FastifyRequest
  reply: FastifyReply
  session: Session
  identity: IdentitySecrets
}

/** The password and the second factor of the signed-in person, where people have accounts of the installation. */
const signingIn: FastifyPluginAsyncTypebox<WebContext> = async (service, context) => {
  const { identity: provider, keys, clock, publicUrl, signInHost: host } = context
  if (provider === null) return
  service.removeContentTypeParser(['application/json', 'text/plain'])

  /** Answers a person who has an account here. */
  async function during(
    request: FastifyRequest,
    reply: FastifyReply,
    answer: (visit: Visit) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    return answer({ request, reply, ...(await ownAccount(request, context)) })
  }

  /** A form of this person. */
  async function show(
    { request, reply, session, identity: account }: Visit,
    form: SigningInForm,
    { refused, offered = null }: { refused?: Refusal; offered?: OfferedKey | null } = {},
  ): Promise<FastifyReply> {
    const { fault = null, status = 200 } = refused ?? {}
    const { wording } = request
    const question = account.hasPassword ? null : askToConfirm(context, session)
    const view = signingInFormView({ form, account, question, offered, fault, wording })
    return reply.code(status).page('routes/you/signing-in-form.hbs', view)
  }

  /** Changes the account, unless it was changed since it was read. */
  async function change(
    { session, identity }: Visit,
    action: AccountAction,
    write: (trx: Transaction) => Promise<void>,
  ): Promise<void> {
    const { id, email, version, mfa } = identity
    await changeAs(context, session, async (trx, { now }) => {
      const current = await findIdentity(trx, keys, { id })
      if (current?.version !== version || current.mfa !== mfa) throw meanwhile()
      await write(trx)
      await recordAccountChange(trx, { action, email, by: email, now })
    })
  }

  service.get(`${page}/password`, (request, reply) =>
    during(request, reply, visit => show(visit, 'password')),
  )

  service.post(`${page}/password`, { schema: { body: passwordBody } }, (request, reply) =>
    during(request, reply, async visit => {
      const { identity, session } = visit
      const chosen = request.body.new_password
      const trouble = await newPasswordTrouble(identity.email, chosen)
      if (trouble !== undefined)
        return show(visit, 'password', { refused: { fault: trouble, status: 400 } })
      const answer = await confirmed(context, request, identity, request.body)
      if ('refused' in answer) return show(visit, 'password', answer)
      const passwordHash = await host.places.run(clientNetwork(request.ip), () =>
        hashPassword(chosen),
      )
      await change(visit, 'password-changed', async trx => {
        if (!(await renewIdentity(trx, { ...identity, passwordHash }))) throw meanwhile()
        await endOtherSessions(trx, session)
      })
      leaveFlash(reply, 'password-changed', publicUrl)
      return reply.redirect(section)
    }),
  )

  function newKey({ id, email }: IdentitySecrets): OfferedKey {
    const until = clock.now().add({ minutes: keyMinutes }).epochMilliseconds
    const made = newOneTimeSecret(issuer, email)
    const sealed = seal(keys, keyPlace, JSON.stringify({ identity: id, ...made, until }))
    return { ...made, sealed }
  }

  /** The key that this person was offered, within the last minutes. */
  function keyIn(sealed: string, { id }: IdentitySecrets): OfferedKey | undefined {
    const opened = unsealIfKeyed(keys, keyPlace, sealed)
    const key: unknown = opened === unreadable ? undefined : JSON.parse(opened)
    const isTheirs = Check(offeredKey, key) && key.identity === id
    return isTheirs && key.until > clock.now().epochMilliseconds ? { ...key, sealed } : undefined
  }

  service.get(`${page}/second-factor`, (request, reply) =>
    during(request, reply, async visit => {
      assertOff(visit.identity)
      return show(visit, 'second-factor', { offered: newKey(visit.identity) })
    }),
  )

  service.post(`${page}/second-factor`, { schema: { body: keyBody } }, (request, reply) =>
    during(request, reply, async visit => {
      const { identity } = visit
      assertOff(identity)
      const { key, code } = request.body
      const offered = keyIn(key, identity)
      if (offered === undefined) {
        const refused = { fault: message('account.keyExpired'), status: 400 }
        return show(visit, 'second-factor', { refused, offered: newKey(identity) })
      }
      const answer = await confirmed(context, request, identity, request.body)
      if ('refused' in answer) return show(visit, 'second-factor', { ...answer, offered })
      const step = stepOfCode(offered.secret, code, clock.now())
      if (step === undefined) {
        const refused = { fault: message('identity.codeWrong'), status: 400 }
        return show(visit, 'second-factor', { refused, offered })
      }
      const { id } = identity
      const { codes, codeHashes } = withHashes(newRecoveryCodes())
      await change(visit, 'second-factor-on', async trx => {
        await saveSecondFactor(trx, keys, { id, secret: offered.secret, codeHashes })
        // A code that somebody saw being entered must not sign them in.
        await useTotpStepOf(trx, id, step)
      })
      return showCodes(visit, codes)
    }),
  )

  /** Confirms by the password, and by a code where codes can still be checked. */
  async function confirmedByBoth(
    { request, identity }: Visit,
    given: Static<typeof codeBody>,
  ): ReturnType<typeof confirmed> {
    const answer = await confirmed(context, request, identity, given)
    if ('refused' in answer || identity.totpSecret === unreadable) return answer
    const from = clientNetwork(request.ip)
    const checked = await checkCode(host, { account: identity, code: given.code ?? '', from })
    if (checked.outcome === 'right') return { confirmed: true }
    const refused =
      checked.outcome === 'wait'
        ? tooManyAttempts(checked.seconds)
        : { fault: message('identity.codeWrong'), status: 403 }
    return { refused }
  }

  service.get(`${page}/second-factor/off`, (request, reply) =>
    during(request, reply, async visit =>
      visit.identity.mfa ? show(visit, 'second-factor/off') : reply.redirect(section),
    ),
  )

  service.post(`${page}/second-factor/off`, { schema: { body: codeBody } }, (request, reply) =>
    during(request, reply, async visit => {
      const { id, mfa } = visit.identity
      if (!mfa) return reply.redirect(section)
      const answer = await confirmedByBoth(visit, request.body)
      if ('refused' in answer) return show(visit, 'second-factor/off', answer)
      await change(visit, 'second-factor-off', trx =>
        saveSecondFactor(trx, keys, { id, secret: null }),
      )
      leaveFlash(reply, 'factor-off', publicUrl)
      return reply.redirect(section)
    }),
  )

  service.get(`${page}/recovery-codes`, (request, reply) =>
    during(request, reply, async visit =>
      hasCodes(visit.identity) ? show(visit, 'recovery-codes') : reply.redirect(section),
    ),
  )

  service.post(`${page}/recovery-codes`, { schema: { body: codeBody } }, (request, reply) =>
    during(request, reply, async visit => {
      if (!hasCodes(visit.identity)) return reply.redirect(section)
      const answer = await confirmedByBoth(visit, request.body)
      if ('refused' in answer) return show(visit, 'recovery-codes', answer)
      const { codes, codeHashes } = withHashes(newRecoveryCodes())
      await change(visit, 'recovery-codes-made', trx =>
        saveRecoveryCodes(trx, visit.identity.id, codeHashes),
      )
      return showCodes(visit, codes)
    }),
  )
}

export default signingIn

// Renders instead of redirecting, because only their hashes are stored.
async function showCodes({ request, reply }: Visit, codes: readonly string[]) {
  const view = recoveryCodesView(codes, request.wording)
  return reply.code(201).page('routes/you/recovery-codes.hbs', view)
}

/** Whether the second factor can be turned on: it is off, and there is a password after which it is asked for. */
function assertOff({ hasPassword, mfa }: IdentitySecrets) {
  if (mfa) throw new SpokenError(409, message('account.factorAlready'))
  if (!hasPassword) throw new SpokenError(409, message('account.passwordFirst'))
}

function hasCodes({ mfa, totpSecret }: IdentitySecrets): boolean {
  return mfa && totpSecret !== unreadable
}

const meanwhile = () => new SpokenError(409, message('account.meanwhile'))

function withHashes(codes: readonly string[]) {
  return { codes, codeHashes: codes.flatMap(code => recoveryCodeHash(code) ?? []) }
}
