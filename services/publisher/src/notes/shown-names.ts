import type { Assignment, ParentId } from '@night-routine/database'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function firstLetters(name: string, count: number): string {
  return [...letters.segment(name.trim())]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')
}

/**
 * The parents' initials: one letter each, two or three if the names start alike, and the first letter
 * followed by A or B if even those are equal.
 */
export function initials({ a, b }: Record<ParentId, string>): Record<ParentId, string> {
  for (const count of [1, 2, 3]) {
    const short = { a: firstLetters(a, count), b: firstLetters(b, count) }
    if (short.a.toLowerCase() !== short.b.toLowerCase()) return short
  }
  return { a: `${firstLetters(a, 1)}A`, b: `${firstLetters(b, 1)}B` }
}

/** Names and nights as the household's settings allow them to be published. */
export function shownNames(facts: {
  names: Record<ParentId, string>
  nights: readonly Assignment[]
  show: 'names' | 'initials'
}): { names: Record<ParentId, string>; nights: readonly Assignment[] } {
  const { names, nights, show } = facts
  if (show === 'names') return { names, nights }
  return {
    names: initials(names),
    nights: nights.map(night => ({
      ...night,
      babysitterName: night.babysitterName && firstLetters(night.babysitterName, 1),
    })),
  }
}
