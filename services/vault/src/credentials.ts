import { hash as digestOf, randomBytes } from 'node:crypto'

/** The stored form of a token: with 256 random bits a plain digest is enough. */
export function hashOfToken(token: string): string {
  return digestOf('sha256', token)
}

/** An unguessable id: 32 hex digits. */
export function randomId(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text has the form of our ids; others need no database query. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
