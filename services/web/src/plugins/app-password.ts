import { randomInt } from 'node:crypto'
import { tokenHash } from './session.ts'

/** Letters and digits that nobody mistakes for another on a phone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'

/** A password of a calendar app, which people may have to type: sixteen characters, 79 bits. */
export function newAppPassword(): string {
  const letters = Array.from({ length: 16 }, () => alphabet[randomInt(alphabet.length)])
  return letters.join('').replaceAll(/(.{4})(?!$)/g, '$1-')
}

/** Its stored digest, however it was typed. */
export function appPasswordHash(password: string): string {
  return tokenHash(password.toLowerCase().replaceAll(/[\s-]/g, ''))
}
