import { createHash, randomBytes } from 'node:crypto'

/** What a browser keeps: 32 random bytes, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What the database keeps of it, in hexadecimal digits. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The session token of a `Cookie` header. Two cookies of that name mean that somebody planted one,
 * and anything that is not a token of ours is not worth a query: both count as none.
 */
export function sessionTokenIn(cookieHeader: string | undefined): string | undefined {
  const values = (cookieHeader ?? '')
    .split(';')
    .map(pair => pair.trim())
    .filter(pair => pair.startsWith('session='))
    .map(pair => pair.slice('session='.length))
  const [token] = values
  return values.length === 1 && token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined
}
