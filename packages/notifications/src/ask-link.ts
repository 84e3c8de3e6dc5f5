import {
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
  type TokenKeys,
} from '@night-routine/database/connection'

/** One ask, and the person who is asked. */
export interface AskLink {
  ask: string
  email: string
}

const place: AssociatedData = 'ask.link.token'

/** The path that answers an ask while it is open, without a session: a GET asks, a POST answers. */
export function askPath(keys: TokenKeys, { ask, email }: AskLink): string {
  return `/asks/link?token=${seal(keys, place, `${ask} ${email}`)}`
}

/** What the token of such a path is for; undefined when we did not make it, or its key is gone. */
export function readAskToken(keys: TokenKeys, token: string): AskLink | undefined {
  const text = unsealIfKeyed(keys, place, token)
  if (text === unreadable) return undefined
  const [ask = '', ...email] = text.split(' ')
  return { ask, email: email.join(' ') }
}
