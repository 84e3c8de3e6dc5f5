import { codeOf, MigrationRefusal } from '@night-routine/database/connection'
import { ConfigurationError } from '@night-routine/service'

/** Why home cannot run now, in a sentence that says what to do. It tries again. */
export class Problem extends Error {
  override readonly name = 'Problem'
}

/** What an error says to an operator; undefined where only its stack helps. */
export function sentenceOf(error: unknown): string | undefined {
  const says = [Problem, MigrationRefusal, ConfigurationError]
  return error instanceof Error && says.some(kind => error instanceof kind)
    ? error.message
    : undefined
}

/** PostgreSQL does not start. */
export class NotStarted extends Problem {}

export const volumeIsFull = 'The volume is full. Make room on it.'

/** Whether this, or what caused it, is the lack of space: of a file, a program or a statement of the database. */
export function isOutOfSpace(fault: unknown): boolean {
  if (fault instanceof Error) return isOutOfSpace(fault.message) || isOutOfSpace(fault.cause)
  return /no space left on device|disk quota exceeded/i.test(String(fault))
}

// Class 58 and XX of PostgreSQL: a missing file, a failed read, a page with a bad checksum, a broken index.
const codesOfDamage = new Set(['58030', '58P01', 'XX001', 'XX002'])

/** Whether the files of the database are damaged, as a power cut or a broken disk leaves them. */
export function isDamage(fault: unknown): fault is Error {
  if (!(fault instanceof Error)) return false
  return fault instanceof NotStarted || codesOfDamage.has(codeOf(fault)) || isDamage(fault.cause)
}
