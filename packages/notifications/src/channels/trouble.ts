import type { KeysBelow } from '@night-routine/wording'

/** What a person hears of a failure: the rest of a key `channelTrouble.…`. */
export type Trouble = KeysBelow<'channelTrouble'>

const troubles: readonly [RegExp, Trouble][] = [
  [/-(?:unreachable|timeout)$/, 'unreachable'],
  [/-tls$/, 'tls'],
  [/-private-address$/, 'private'],
  [/-(?:auth|401|403)$/, 'refused'],
  [/-key-lost$/, 'keyLost'],
  [/-(?:404|405|not-ours|not-ntfy|not-apprise|3\d\d)$/, 'elsewhere'],
  [/-unknown-service$/, 'unknownService'],
  [/-424$/, 'notPassedOn'],
  [/-(?:410|unsubscribed|key-mismatch|invalid-subscription)$/, 'gone'],
  [/^smtp-(?:address|5\d\d)$/, 'refusedMessage'],
  [/-(?:429|4[25]\d|5\d\d)$/, 'busy'],
]

/** What the page says of the code of an outcome. */
export function troubleOf(code: string): Trouble {
  return troubles.find(([codes]) => codes.test(code))?.[1] ?? 'other'
}
