import type { Assignment, ParentId } from '@night-routine/database'

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function begins(name: string, count: number): string {
  return [...letters.segment(name.trim())]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')
}

/**
 * What stands for the parents: a letter each, two or three where names begin alike, and A or B after the
 * first where even that tells nobody apart.
 */
export function initials({ a, b }: Record<ParentId, string>): Record<ParentId, string> {
  for (const count of [1, 2, 3]) {
    const short = { a: begins(a, count), b: begins(b, count) }
    if (short.a.toLowerCase() !== short.b.toLowerCase()) return short
  }
  return { a: `${begins(a, 1)}A`, b: `${begins(b, 1)}B` }
}

/** The names, and the nights, as the household wants them shown. */
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
      babysitterName: night.babysitterName && begins(night.babysitterName, 1),
    })),
  }
}
