import type { ParentId } from '@night-routine/database'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first graphemes of a name, so accents and emoji stay whole. */
export function firstLetters(name: string, count: number): string {
  return [...letters.segment(name)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')
}

/**
 * The parents' short names for narrow cells: two letters, three if two are equal, and the first letter
 * with A or B if even those are equal.
 */
export function shortNames(names: Record<ParentId, string>): Record<ParentId, string> {
  const known = shortened.get(names) ?? shorten(names)
  shortened.set(names, known)
  return known
}

// Cached, because every cell of a page needs the same names.
const shortened = new WeakMap<Record<ParentId, string>, Record<ParentId, string>>()

function shorten(names: Record<ParentId, string>) {
  for (const count of [2, 3]) {
    const [a, b] = [firstLetters(names.a, count), firstLetters(names.b, count)]
    if (a.toLowerCase() !== b.toLowerCase()) return { a, b }
  }
  return { a: `${firstLetters(names.a, 1)}A`, b: `${firstLetters(names.b, 1)}B` }
}
