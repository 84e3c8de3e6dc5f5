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

/** Limits the depth for circular objects; no log line is deeper on purpose. */
const deepest = 6

/** No text of ours is longer, but for the stack of an error with many causes. */
const longest = 4_000
const longestPath = 500

function isSecretName(name: string): boolean {
  const plain = name.toLowerCase().replaceAll(/[-_]/g, '')
  return secretNames.has(plain) || secretEnding.test(plain)
}

/** Log details with every value under a secret's name hidden, at any depth, and long texts cut. */
export function hideSecrets(details: Record<string, unknown>, depth = 0): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).map(([name, value]) => [
      name,
      isSecretName(name) ? hidden : hideIn(value, depth + 1),
    ]),
  )
}

function hideIn(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return cutText(value)
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

/** One character of an address, possibly percent-encoded. */
const character = String.raw`(?:[\w~-]|%[\da-f]{2})`

/** 128 random bits are at least 22 base64url characters; no route name is that long. */
const unguessable = new RegExp(`${character}{22,}`, 'gi')

/** As long as our tokens (32 random bytes), in texts that may also contain ids and hexadecimal digests. */
const token = new RegExp(`(?<![\\w~%-])(?![\\da-f-]+(?![\\w~%-]))${character}{43,}`, 'gi')

/** A path with possible share links masked, by their values and not by what is before them, and cut. */
export function maskPath(path: string): string {
  return cut(maskLinks(path), longestPath)
}

function maskLinks(path: string): string {
  return path.replaceAll(unguessable, '***')
}

/** A text for a log line. A long one is masked before it is cut: half a token would look like none. */
export function cutText(text: string): string {
  return text.length > longest ? cut(maskText(text), longest) : text
}

function cut(text: string, limit: number): string {
  return text.length > limit ? `${text.slice(0, limit).toWellFormed()}…` : text
}

/** A log line with addresses, passwords and tokens masked, in linear time, because outsiders choose parts of it. */
export function maskText(line: string): string {
  return line
    .replaceAll(/:\/\/[^\s"/@]*@/g, '://***@')
    .replaceAll(/\b(bearer|basic)\s+[\w.+/=~-]+/gi, '$1 ***')
    .replaceAll(/([?&](?:code|state|[a-z_]*token|[a-z_]*secret)=)[^&\s"\\]*/gi, '$1***')
    .replaceAll(/\bhttps?:\/\/[^\s"?#\\]+/gi, maskLinks)
    .replaceAll(token, '***')
    .replaceAll(/(?<![\w.+%'-])([.-]*[\w+%'])[\w.+%'-]*@([\w-]+\.)/g, '$1***@$2')
}
