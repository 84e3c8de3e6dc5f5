import { checkSignIn, clientNetwork } from '@night-routine/accounts'
import type { Identity, Session } from '@night-routine/database'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { Type, type Static } from 'typebox'
import type { WebContext } from '../context.ts'
import { signedIn } from '../plugins/sessions.ts'
import { askToUse, type PasskeyQuestion } from './passkey-button.ts'
import {
  longestAnswer,
  passkeyFault,
  requestOptions,
  sessionChallenge,
  usePasskey,
} from './passkeys.ts'
import { tooManyAttempts, type Refusal } from './refusal.ts'

/** The fields of a form that is confirmed: the current password, or a passkey's answer to `askToConfirm`. */
export const confirmation = {
  password: Type.Optional(Type.String({ maxLength: 4096 })),
  confirmation: Type.Optional(Type.String({ maxLength: longestAnswer })),
}

const fields = Type.Object(confirmation)

type Context = Pick<WebContext, 'db' | 'keys' | 'clock' | 'publicUrl'>

/** The question for a passkey, for people without a password. */
export function askToConfirm(context: Context, session: Session): PasskeyQuestion {
  const challenge = sessionChallenge('confirm', session, context.clock.now())
  return askToUse(requestOptions(context, challenge), 'confirmation')
}

/**
 * Whether the signed-in person changes how they sign in, and not someone at a browser left open (ASVS 5.0 7.5.1): by
 * the current password, which is limited as a sign-in is, or by a passkey where there is no password.
 */
export async function confirmed(
  context: Context & Pick<WebContext, 'signInHost'>,
  request: Pick<FastifyRequest, 'ip' | 'log' | 'sessionContext' | 'wording'>,
  { id, email, hasPassword }: Pick<Identity, 'id' | 'email' | 'hasPassword'>,
  { password = '', confirmation: answer = '' }: Static<typeof fields>,
): Promise<{ confirmed: true } | { refused: Refusal }> {
  if (!hasPassword) {
    const { session } = signedIn(request)
    const challenge = sessionChallenge('confirm', session, context.clock.now())
    const used = await usePasskey(context, challenge, { answer, owner: id })
    if (!('refused' in used)) return { confirmed: true }
    request.log.warn(used, 'passkey refused')
    return { refused: { fault: passkeyFault(used), status: 403 } }
  }
  const from = clientNetwork(request.ip)
  const checked = await checkSignIn(context.signInHost, { email, password, from })
  if (checked.outcome === 'wait') return { refused: tooManyAttempts(checked.seconds) }
  // The other outcomes are about the code, which comes after the right password.
  return checked.outcome === 'wrong'
    ? { refused: { fault: message('account.notCurrent'), status: 403 } }
    : { confirmed: true }
}
