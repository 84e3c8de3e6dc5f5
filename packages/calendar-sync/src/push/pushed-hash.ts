import { createHash } from 'node:crypto'

/**
 * What we remember of a write: the `eventHash`, a dot, and a hash of the description. The first part alone
 * tells an echo from an edit, because the family may change the description. Both together show whether there
 * is something to write.
 */
export function pushedHash(meaning: string, description: string): string {
  return `${meaning}.${createHash('sha256').update(description).digest('base64url')}`
}

/** The same with an unknown description; it equals no `pushedHash`. */
export function writtenMeaning(meaning: string): string {
  return `${meaning}.`
}

/** The `eventHash` in a `pushedHash`; null when the calendar has nothing of ours. */
export function pushedMeaning(hash: string | null): string | null {
  return hash && hash.slice(0, hash.indexOf('.'))
}
