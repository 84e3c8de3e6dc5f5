import { clientNetwork, hashPassword } from '@night-routine/credentials'
import { message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import type { WebContext } from '../plugins/context.ts'
import type { Refusal } from '../plugins/refusal.ts'
import { isAddress } from './address.ts'
import type { Credential } from './make-credentials.ts'
import { newPasswordError } from './new-password.ts'
import { passkeyName, passkeyRefusal, readNewPasskey, type Challenge } from './passkeys.ts'

/**
 * With what a new person signs in from then on, or why not: a passkey that answers `challenge`, else a password.
 * @param email folded
 */
export async function readNewCredential(
  request: FastifyRequest,
  { signInHost: { places }, ...party }: Pick<WebContext, 'keys' | 'publicUrl' | 'signInHost'>,
  entered: { email: string; password: string; passkey?: string | undefined; challenge: Challenge },
): Promise<Credential | Refusal> {
  const { email, password, passkey: answer = '', challenge } = entered
  if (!isAddress(email)) return { fault: message('identity.noEmail'), status: 400 }
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
