import {
  seal,
  unreadable,
  unsealIfKeyed,
  type AssociatedData,
  type Queryable,
  type TokenKeys,
} from '@night-routine/database/connection'
import { turnOffChannel } from '@night-routine/database/notifications'
import { isChannelId, type ChannelId } from './channels/table.ts'

export interface Unsubscription {
  email: string
  channel: ChannelId
}

const place: AssociatedData = 'unsubscribe.link.token'

/** The path that turns a channel off: a GET asks, a POST does it at once, without a session (RFC 8058). */
export function unsubscribePath(keys: TokenKeys, { email, channel }: Unsubscription): string {
  return `/unsubscribe?token=${seal(keys, place, `${channel} ${email}`)}`
}

/** What the token of such a path turns off; undefined when we did not make it, or its key is gone. */
export function readUnsubscribeToken(keys: TokenKeys, token: string): Unsubscription | undefined {
  const text = unsealIfKeyed(keys, place, token)
  if (text === unreadable) return undefined
  const [channel = '', ...email] = text.split(' ')
  if (!isChannelId(channel)) return undefined
  return { channel, email: email.join(' ') }
}

/** Turns a channel off by its token. @returns what was turned off; undefined for a token that we did not make */
export async function unsubscribe(q: Queryable, keys: TokenKeys, token: string) {
  const found = readUnsubscribeToken(keys, token)
  if (found !== undefined) await turnOffChannel(q, found.email, found.channel)
  return found
}
