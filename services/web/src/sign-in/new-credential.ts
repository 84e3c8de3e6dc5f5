import {
  clientNetwork,
  hashPassword,
  passwordLengths,
  passwordError,
} from '@night-routine/credentials'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import type { Refusal } from '../plugins/refusal.ts'
import type { Credential } from './make-credentials.ts'
import { passkeyName, passkeyRefusal, readNewPasskey, type Challenge } from './passkeys.ts'

/**
 * With what a person signs in from then on, or why not: a passkey that answers `challenge`, else a password.
 * @param email folded
 */
export async function readNewCredential(
  request: FastifyRequest,
  { signInHost: { places }, ...party }: Pick<WebContext, 'keys' | 'publicUrl' | 'signInHost'>,
  entered: { email: string; password: string; passkey?: string | undefined; challenge: Challenge },
): Promise<Credential | Refusal> {
  const { email, password, passkey: answer = '', challenge } = entered
  if (answer !== '') {
    const made = await readNewPasskey(party, challenge, { answer, name: passkeyName(request) })
    if (!('refused' in made)) return { passkey: made }
    request.log.warn(made, 'passkey refused')
    return { fault: passkeyRefusal(made), status: 400 }
  }
  const trouble = await newPasswordError(email, password)
  if (trouble !== undefined) return { fault: trouble, status: 400 }
  const from = clientNetwork(request.ip)
  return { passwordHash: await places.run(from, () => hashPassword(password)) }
}

/** What is wrong with a new password of the person with this address, if anything is. */
export async function newPasswordError(email: string, password: string) {
  const trouble = await passwordError(password, { email })
  if (trouble === 'short') return message('identity.short', { shortest: passwordLengths.shortest })
  if (trouble === 'long') return message('identity.long', { longest: passwordLengths.longest })
  return trouble && message(`identity.${trouble}`)
}

const longest = 254
const form = /^[^\s@,<>"]+@[^\s@,.<>"]+(?:\.[^\s@,.<>"]+)*$/

/** Whether a text can be an e-mail address; the same for who makes an account, and for who wants one back. */
export function isAddress(text: string): boolean {
  return text.length <= longest && form.test(text)
}
