import { passwordLengths, passwordError } from '@night-routine/credentials'
import { message } from '@night-routine/wording'

/** What is wrong with a new password of the person with this address, if anything is. */
export async function newPasswordError(email: string, password: string) {
  const trouble = await passwordError(password, { email })
  if (trouble === 'short') return message('identity.short', { shortest: passwordLengths.shortest })
  if (trouble === 'long') return message('identity.long', { longest: passwordLengths.longest })
  return trouble && message(`identity.${trouble}`)
}
