import { message, type Message } from '@night-routine/wording'

/** The fewest and the most characters of a new password (NIST SP 800-63B-4, 3.1.1.2). */
export const passwordLengths = { shortest: 15, longest: 1024 }

/** What is wrong with a new password, if anything is. */
export async function newPasswordTrouble(
  _email: string,
  password: string,
): Promise<Message | undefined> {
  const { shortest, longest } = passwordLengths
  const { length } = [...password.normalize('NFKC')]
  if (length < shortest) return message('identity.short', { shortest })
  return length > longest ? message('identity.long', { longest }) : undefined
}
