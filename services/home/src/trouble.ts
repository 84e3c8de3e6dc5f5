/** Why home cannot run now, in a sentence that says what to do. It tries again. */
export class Trouble extends Error {
  override readonly name = 'Trouble'
}

export const volumeIsFull = 'The volume is full. Make room on it.'

/** Whether this, or what caused it, is the lack of space: of a file, a program or a statement of the database. */
export function isOutOfSpace(fault: unknown): boolean {
  if (fault instanceof Error) return isOutOfSpace(fault.message) || isOutOfSpace(fault.cause)
  return /no space left on device|disk quota exceeded/i.test(String(fault))
}
