import { createHash, randomBytes } from 'node:crypto'

/** A new session token: 32 random bytes, 43 characters. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** The stored digest of a token, in hex. */
export function tokenHash(token: string): string {
  return createHash('sha256').update(token).digest('hex')
}

/**
 * The session token of a `Cookie` header. Two cookies with that name mean that one was planted, and an
 * invalid token is not worth a query, so both count as none.
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
