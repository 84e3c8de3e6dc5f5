import { passwordLengths } from '@night-routine/credentials'
import { hasCredentials } from '@night-routine/database/credentials'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import { storedFlash } from '../plugins/flash.ts'
import { signInPage } from './begin-sign-in.ts'
import { keepFlow, type Flow } from './flow.ts'
import { askToMake, askToUse, type PasskeyQuestion } from './passkey-button.ts'
import { creationOptions, requestOptions, type Challenge } from './passkeys.ts'
import type { Refusal } from '../plugins/refusal.ts'

/** What a person does on the page. */
export type SignInForm =
  | { kind: 'sign-in' }
  /** Accepts an invitation as the parent of this name. */
  | { kind: 'join'; name: string; invitation: string }
  /** No one has an account yet. */
  | { kind: 'first' }

export const toSignIn = ({ id }: Flow): Challenge => ({ purpose: 'sign in', ids: [id] })
export const toMakeAccount = ({ id }: Flow): Challenge => ({ purpose: 'make account', ids: [id] })

/** The usual form: until there is an account, the one that makes the first. */
export async function usualForm({ db }: Pick<WebContext, 'db'>): Promise<SignInForm> {
  return { kind: (await hasCredentials(db)) ? 'sign-in' : 'first' }
}

/** The page that asks who somebody is, or makes their account, perhaps with what was wrong. */
export async function showSignIn(
  request: FastifyRequest,
  reply: FastifyReply,
  context: Pick<WebContext, 'keys' | 'clock' | 'publicUrl' | 'config' | 'passkeyProblem'>,
  {
    form,
    refused,
    ...entered
  }: { form: SignInForm; refused?: Refusal; email?: string; setUpCode?: string },
): Promise<FastifyReply> {
  const { say, tell } = request.wording
  const flow = keepFlow(request, reply, context)
  const { email = flow.email ?? '', setUpCode = '' } = entered
  const { kind } = form
  const isNew = kind !== 'sign-in'
  const hasMail = context.config.SMTP_URL !== undefined
  const join = form.kind === 'join' ? `/invitations/${form.invitation}/join` : null
  const title =
    form.kind === 'join'
      ? say('identity.joinTitle', { name: form.name })
      : say(kind === 'first' ? 'identity.firstTitle' : 'signIn.title')
  // That a new password was saved, if this browser has just done that.
  const flash = storedFlash(request)
  const told = flash?.code === 'new-password' ? flash.text : null
  const view = {
    title,
    what: kind === 'first' ? say('identity.firstWhat') : told,
    fault: refused === undefined ? null : tell(refused.fault),
    action: join ?? (form.kind === 'first' ? '/identity/first' : signInPage),
    isNew,
    asksCode: kind === 'first',
    setUpCode,
    email,
    shortest: passwordLengths.shortest,
    submit: say(isNew ? 'identity.make' : 'identity.signIn'),
    passkey: context.passkeyProblem === null && {
      questions: [{ ...questionIn(flow, context, { isNew, email }), anew: join ?? signInPage }],
      text: say(isNew ? 'identity.makeWithPasskey' : 'identity.signInWithPasskey'),
      isQuiet: !isNew,
    },
    hasAccount: kind === 'join',
    forgotten: say(hasMail ? 'identity.forgottenMail' : 'identity.forgotten'),
    hasMail,
  }
  return reply.code(refused?.status ?? 200).page('sign-in/sign-in.hbs', view)
}

/** What a device is asked, for as long as the sign-in lasts. */
function questionIn(
  flow: Flow,
  context: Pick<WebContext, 'keys' | 'clock' | 'publicUrl'>,
  { isNew, email }: { isNew: boolean; email: string },
): PasskeyQuestion {
  const timeout = flow.until - context.clock.now().epochMilliseconds
  return isNew
    ? askToMake(creationOptions(context, toMakeAccount(flow), { id: flow.id, email, timeout }))
    : askToUse(requestOptions(context, toSignIn(flow), timeout))
}
