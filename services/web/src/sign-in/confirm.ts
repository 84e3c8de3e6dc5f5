import { randomUUID } from 'node:crypto'
import { checkSignIn, clientNetwork } from '@night-routine/credentials'
import {
  findCredentials,
  readPasskeys,
  type CredentialSecrets,
} from '@night-routine/database/credentials'
import {
  keepConfirmation,
  readConfirmation,
  useConfirmation,
  type Confirmation,
} from '@night-routine/database/people'
import { message, type KeysBelow } from '@night-routine/wording'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { Check } from 'typebox/schema'
import { safeMethods } from '../plugins/access-token.ts'
import type { WebContext } from '../plugins/context.ts'
import { signedIn } from '../plugins/sessions.ts'
import { LocalizedHttpError } from '../plugins/localized-http-error.ts'
import { askToUse } from './passkey-button.ts'
import { longestAnswer, passkeyRefusal, requestOptions, usePasskey } from './passkeys.ts'
import { noteFailure } from './note-failure.ts'
import { refusalOf, type Refusal } from '../plugins/refusal.ts'

/** What is done once the person has confirmed: the rest of a key `confirm.what.…`. */
export type Confirmed = KeysBelow<'confirm.what'>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The request waits until its person has shown once more who they are. */
    confirm?: Confirmed
  }
  interface FastifyRequest {
    /** Whether the person has confirmed this request. */
    isConfirmed: boolean
  }
}

/** How long a request waits for its confirmation, and a confirmed one for its press. */
export const confirmMinutes = 5

const text = (maxLength: number) => Type.Optional(Type.String({ maxLength }))
const answer = Type.Object({
  confirmation: Type.String({ maxLength: 36 }),
  password: text(4096),
  code: text(100),
  passkey: text(longestAnswer),
})

type Context = Pick<
  WebContext,
  'db' | 'keys' | 'clock' | 'publicUrl' | 'signIn' | 'signInHost' | 'ownsCredentials' | 'lockingDb'
>

/**
 * "It's really you": a route that says `confirm` in its config is not run before the person at the browser has shown
 * again who they are (ASVS 5.0 7.5.1), by password and code, by a passkey, or at their identity provider. The request
 * waits meanwhile, sealed, one for each session and for five minutes; a confirmation counts for it alone, and once. A
 * program's token was confirmed when it was made.
 */
export function confirmations(service: FastifyInstance, context: Context): void {
  const { db, keys, clock } = context
  service.decorateRequest('isConfirmed', false)

  service.addHook('onRoute', route => {
    if (route.config?.confirm === undefined || safeMethods.has(String(route.method))) return
    // After the route's own checks: no one confirms what would be refused.
    route.preHandler = [route.preHandler ?? [], ask].flat()
  })

  // Before the body is validated, which is that of the request that waited.
  service.addHook('preValidation', async (request, reply) => {
    if (request.routeOptions.config.confirm === undefined || !Check(answer, request.body)) return
    const waiting = await readWaiting(request, context)
    const { confirmation, ...given } = request.body
    if (waiting?.id !== confirmation || waiting.url !== request.url)
      throw new LocalizedHttpError(409, message('confirm.over'))
    const refused =
      waiting.confirmedAt === null ? await refusalFor(request, context, waiting, given) : undefined
    if (refused !== undefined) {
      await showConfirm(request, reply, context, { waiting, refused })
      return
    }
    if (!(await useConfirmation(db, waiting.id)))
      throw new LocalizedHttpError(409, message('confirm.over'))
    request.body = waiting.body
    request.isConfirmed = true
  })

  async function ask(request: FastifyRequest, reply: FastifyReply) {
    const { session } = signedIn(request)
    if (request.isConfirmed || session.accessToken !== null) return
    if (request.url.startsWith('/api/'))
      throw new LocalizedHttpError(403, message('confirm.onPage'))
    const endsAt = clock.now().add({ minutes: confirmMinutes })
    const { confirm: action = '' } = request.routeOptions.config
    const asked = { id: randomUUID(), action, url: request.url, body: request.body ?? null }
    const kept = { ...asked, session: session.tokenHash, endsAt }
    if (!(await keepConfirmation(db, keys, kept)))
      throw new LocalizedHttpError(401, message('error.signInFirst'))
    await showConfirm(request, reply, context, { waiting: { ...asked, confirmedAt: null } })
  }
}

/** The request that waits in this session. */
export function readWaiting(
  request: FastifyRequest,
  { db, keys, clock }: Pick<Context, 'db' | 'keys' | 'clock'>,
): Promise<Confirmation | undefined> {
  const { tokenHash: session } = signedIn(request).session
  return readConfirmation(db, keys, { session, now: clock.now() })
}

/** The account of this installation with which the person signs in; undefined where they do so elsewhere. */
async function accountOf(
  request: FastifyRequest,
  { db, keys, ownsCredentials }: Pick<Context, 'db' | 'keys' | 'ownsCredentials'>,
): Promise<CredentialSecrets | undefined> {
  return ownsCredentials
    ? findCredentials(db, keys, { email: signedIn(request).session.email })
    : undefined
}

const challengeOf = ({ id }: Confirmation) => ({ purpose: 'confirm', ids: [id] }) as const

/** Why this is not the person: both factors, where there are two, or a passkey. */
async function refusalFor(
  request: FastifyRequest,
  context: Context,
  waiting: Confirmation,
  given: { password?: string; code?: string; passkey?: string },
): Promise<Refusal | undefined> {
  const { password = '', code = '', passkey = '' } = given
  const account = await accountOf(request, context)
  if (account === undefined) return { fault: message('confirm.elsewhere'), status: 403 }
  if (passkey !== '') {
    const used = await usePasskey(context, challengeOf(waiting), passkey, account.id)
    if (!('refused' in used)) return undefined
    await noteFailure(request, context, { email: account.email, reason: `passkey: ${used.reason}` })
    return { fault: passkeyRefusal(used), status: 403 }
  }
  const { email } = account
  const from = clientNetwork(request.ip)
  const checked = await checkSignIn(context.signInHost, { email, password, code, from })
  if (checked.outcome === 'right') return undefined
  await noteFailure(request, context, { email, reason: checked.outcome, checked })
  if (checked.outcome === 'wrong') return { fault: message('account.notCurrent'), status: 403 }
  if (checked.outcome === 'code-required')
    return { fault: message('identity.codeWrong'), status: 403 }
  return { ...refusalOf(checked), status: checked.outcome === 'wait' ? 429 : 403 }
}

/** The page that asks the person at the browser who they are, perhaps with what was wrong. */
export async function showConfirm(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Context,
  { waiting, refused }: { waiting: Confirmation; refused?: Refusal },
): Promise<FastifyReply> {
  const { say, tell, knows } = request.wording
  const { session } = signedIn(request)
  const what = `confirm.what.${waiting.action}`
  const account = await accountOf(request, context)
  const passkeys = account === undefined ? [] : await readPasskeys(context.db, account.id)
  // What is left to show; nothing once the provider has confirmed.
  const isAsked = waiting.confirmedAt === null
  const asked = isAsked ? account : undefined
  const question = askToUse(requestOptions(context, challengeOf(waiting)))
  const view = {
    title: say('confirm.title'),
    what: knows(what) ? tell({ key: what, values: {} }) : '',
    fault: refused === undefined ? null : tell(refused.fault),
    action: waiting.url,
    id: waiting.id,
    email: session.email,
    asksPassword: asked?.hasPassword,
    asksCode: asked?.hasPassword === true && asked.mfa,
    // Where people sign in elsewhere, they confirm there.
    provider: isAsked && account === undefined ? (context.signIn?.name ?? null) : null,
    needsPasskey: asked?.hasPassword === false,
    passkey:
      isAsked && passkeys.length > 0
        ? { questions: [question], text: say('confirm.withPasskey'), isQuiet: asked?.hasPassword }
        : null,
  }
  const status = refused?.status ?? (request.method === 'POST' ? 403 : 200)
  return reply.code(status).page('sign-in/confirm.hbs', view)
}
