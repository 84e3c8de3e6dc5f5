import type { ParentId } from '@night-routine/database'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first letters of a name as people see them, an accent or an emoji in one piece. */
export function firstLetters(name: string, count: number): string {
  return [...letters.segment(name)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')
}

/**
 * What stands for each parent in a narrow cell: two letters, three where two are the same, and the
 * first letter with A or B where names begin alike.
 */
export function shortNames(names: Record<ParentId, string>): Record<ParentId, string> {
  const known = shortened.get(names) ?? shorten(names)
  shortened.set(names, known)
  return known
}

// Every cell of a month asks, with the names of the same page.
const shortened = new WeakMap<Record<ParentId, string>, Record<ParentId, string>>()

function shorten(names: Record<ParentId, string>) {
  for (const count of [2, 3]) {
    const [a, b] = [firstLetters(names.a, count), firstLetters(names.b, count)]
    if (a.toLowerCase() !== b.toLowerCase()) return { a, b }
  }
  return { a: `${firstLetters(names.a, 1)}A`, b: `${firstLetters(names.b, 1)}B` }
}
