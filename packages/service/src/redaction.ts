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

/** A finished line of the log without what hides in texts: e-mails, passwords in URLs, tokens, secret links. */
export function maskText(line: string): string {
  return (
    line
      .replaceAll(/:\/\/[^\s"/@]*@/g, '://***@')
      .replaceAll(/\b(bearer|basic)\s+[\w.+/=~-]+/gi, '$1 ***')
      .replaceAll(/([?&](?:code|state|[a-z_]*token|[a-z_]*secret)=)[^&\s"\\]*/gi, '$1***')
      // Of a file in those folders nothing is lost: no name there is that long.
      .replaceAll(/(\/(?:feed|share)\/)[\w%~-]{24,}/g, '$1***')
      .replaceAll(/([\w+%'])[\w.+%'-]*@([\w-]+\.)/g, '$1***@$2')
  )
}
