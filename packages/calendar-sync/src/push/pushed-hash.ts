import { createHash } from 'node:crypto'

/**
 * What the mirror remembers of a write: the hash of the event's meaning, a dot, and one of its
 * description. The first part alone tells an echo from an edit (the description is the family's to
 * change); both together tell whether there is something to write.
 */
export function pushedHash(meaning: string, description: string): string {
  return `${meaning}.${createHash('sha256').update(description).digest('base64url')}`
}

/** The same where nobody knows what description stands there: it equals no `pushedHash`. */
export function writtenMeaning(meaning: string): string {
  return `${meaning}.`
}

/** The hash of the meaning within a `pushedHash`; null where nothing of ours stands in the calendar. */
export function pushedMeaning(hash: string | null): string | null {
  return hash && hash.slice(0, hash.indexOf('.'))
}
