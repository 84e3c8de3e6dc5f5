import type { KeysBelow } from '@night-routine/wording'

/** What a person hears of a failure: the rest of a key `channelFailure.…`. */
export type HeardFailure = KeysBelow<'channelFailure'>

/** What people hear of codes; the first one that fits. */
export type HeardFailures = readonly (readonly [codes: RegExp, HeardFailure])[]

/** Of every channel. */
const common: HeardFailures = [
  [/-(?:unreachable|timeout)$/, 'unreachable'],
  [/-tls$/, 'tls'],
  [/-private-address$/, 'private'],
  [/-(?:auth|401|403)$/, 'refused'],
  [/-key-lost$/, 'keyLost'],
  [/-(?:404|405|unexpected-answer|3\d\d)$/, 'elsewhere'],
  [/-(?:410|unsubscribed|key-mismatch|invalid-subscription)$/, 'gone'],
  [/-(?:429|4[25]\d|5\d\d)$/, 'busy'],
]

/** What the page says of the code of an outcome. */
export function heardFailure(
  { heardFailures = [] }: { heardFailures?: HeardFailures },
  code: string,
): HeardFailure {
  return [...heardFailures, ...common].find(([codes]) => codes.test(code))?.[1] ?? 'other'
}
