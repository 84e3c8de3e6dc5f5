const secretNames = new Set([
  'authorization',
  'code',
  'codeverifier',
  'cookie',
  'idtoken',
  'nonce',
  'password',
  'secret',
  'setcookie',
  'state',
  'token',
  'tokens',
])
const secretEnding = /(token|secret|password)$/

const hidden = '[redacted]'

/** Nobody logs deeper on purpose, and a circle has to end somewhere. */
const deepest = 6

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '')
  return secretNames.has(plain) || secretEnding.test(plain)
}

/**
 * A copy of what is to be logged in which every value under a secret's name is hidden, at any
 * depth. Errors and other instances of classes stay as they are: serializers print those.
 */
export function hideSecrets(details: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      isSecretName(name) ? hidden : hideIn(value, depth + 1),
    ]),
  )
}

function hideIn(value: unknown, depth: number): unknown {
  const isList = Array.isArray(value)
  if (!isList && !isPlainObject(value)) return value
  if (depth > deepest) return hidden
  return isList ? value.map(item => hideIn(item, depth + 1)) : hideSecrets(value, depth)
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

/** One character of an address, also when it is percent-encoded. */
const character = String.raw`(?:[\w~-]|%[\da-f]{2})`

/** 128 random bits are at least 22 characters of base64url; no name of a route is that long. */
const unguessable = new RegExp(`${character}{22,}`, 'gi')

/** As long as a token of ours (32 random bytes), in texts that may also hold ids and digests in hexadecimal. */
const token = new RegExp(`(?<![\\w~%-])(?![\\da-f-]+(?![\\w~%-]))${character}{43,}`, 'gi')

/**
 * The path of an address without what could be a secret link. It goes by the value, whatever the words
 * before it are: `/%66eed/…` leads to the feed, and `/Share/…` is a link that somebody mistyped.
 */
export function maskPath(path: string): string {
  return path.replaceAll(unguessable, '***')
}

/** A finished line of the log without what hides in texts: e-mails, passwords in URLs, tokens, secret links. */
export function maskText(line: string): string {
  return line
    .replaceAll(/:\/\/[^\s"/@]*@/g, '://***@')
    .replaceAll(/\b(bearer|basic)\s+[\w.+/=~-]+/gi, '$1 ***')
    .replaceAll(/([?&](?:code|state|[a-z_]*token|[a-z_]*secret)=)[^&\s"\\]*/gi, '$1***')
    .replaceAll(/\bhttps?:\/\/[^\s"?#\\]+/gi, maskPath)
    .replaceAll(token, '***')
    .replaceAll(/([\w+%'])[\w.+%'-]*@([\w-]+\.)/g, '$1***@$2')
}
