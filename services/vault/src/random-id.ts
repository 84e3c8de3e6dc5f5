import { randomBytes } from 'node:crypto'

/** An id nobody can guess: 32 hex digits. */
export function randomId(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text can be one of our ids; everything else is unknown before the database is asked. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
