import type { SignInOutcome } from '@night-routine/accounts'
import type { IdentitySecrets } from '@night-routine/database'
import { message, type Message } from '@night-routine/wording'
import type { FastifyRequest } from 'fastify'
import { storedFlash } from '../flash.ts'
import { isAddress } from './address.ts'
import type { NotMade } from './make-identity.ts'
import { newPasswordTrouble } from './new-password.ts'
import { tooManyAttempts, type Refusal } from './refusal.ts'

/** Why no account was made, with the status. */
export const whyNot: Record<Exclude<NotMade, 'no-voucher'>, Refusal> = {
  taken: { fault: message('identity.taken'), status: 409 },
  'not-listed': { fault: message('identity.notListed'), status: 403 },
}

/** Somebody else was first, or the invitation has ended. */
export const noVoucher: Record<'join' | 'first', Refusal> = {
  join: { fault: message('identity.noInvitation'), status: 409 },
  first: { fault: message('identity.notFirst'), status: 409 },
}

/** What is wrong with the address or the new password, if anything is. */
export async function enteredTrouble(
  email: string,
  password: string | undefined,
): Promise<Message | undefined> {
  if (!isAddress(email)) return message('identity.noEmail')
  return password === undefined ? undefined : newPasswordTrouble(email, password)
}

/** What a failed check says, with the status. */
export function refusal(answer: SignInOutcome<IdentitySecrets>): Refusal {
  if (answer.outcome === 'wait') return tooManyAttempts(answer.seconds)
  if (answer.outcome === 'code-wrong') return { fault: message('identity.codeWrong'), status: 401 }
  if (answer.outcome === 'factor-lost')
    return { fault: message('identity.factorLost'), status: 401 }
  return { fault: message('identity.wrong'), status: 401 }
}

/** That a new password was saved, if this browser has just done that. */
export function toldBefore(request: FastifyRequest): string | null {
  const flash = storedFlash(request)
  return flash?.code === 'new-password' ? flash.text : null
}
