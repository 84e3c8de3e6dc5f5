import { randomBytes } from 'node:crypto'

/** An unguessable id: 32 hex digits. */
export function randomId(): string {
  return randomBytes(16).toString('hex')
}

/** Whether a text has the form of our ids; others need no database query. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{32}$/.test(text)
}
