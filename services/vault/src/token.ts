import { hash, randomBytes } from 'node:crypto'

/** A new token, and the digest it is stored as. */
export function newToken(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url')
  return { token, tokenHash: hashOfToken(token) }
}

/** The stored form of a token: with 256 random bits a plain digest is enough. */
export function hashOfToken(token: string): string {
  return hash('sha256', token)
}
