import type { ParentId } from '@night-routine/fairness'
import type { Wording } from './wording.ts'

/** The parents' names as shown, with a stand-in for a name that nobody has chosen yet. */
export function parentNames(
  { a, b }: Record<ParentId, { name: string | null }>,
  { say }: Pick<Wording, 'say'>,
): Record<ParentId, string> {
  return { a: a.name ?? say('person.parentA'), b: b.name ?? say('person.parentB') }
}

/** Whether both parents have a name; until then no event is written. */
export function areNamed({ a, b }: Record<ParentId, { name: string | null }>): boolean {
  return a.name !== null && b.name !== null
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** The first graphemes of a name, so accents and emoji stay whole. */
export function firstLetters(name: string, count: number): string {
  return [...letters.segment(name)]
    .slice(0, count)
    .map(({ segment }) => segment)
    .join('')
}

/**
 * The parents' short names: `fewest` letters, up to three if they would be equal, and the first letter with A or B if
 * even those are equal.
 */
export function shortNames(names: Record<ParentId, string>, fewest: 1 | 2) {
  const [a, b] = [names.a.trim(), names.b.trim()]
  for (let count: number = fewest; count <= 3; count++) {
    const short = { a: firstLetters(a, count), b: firstLetters(b, count) }
    if (short.a.toLowerCase() !== short.b.toLowerCase()) return short
  }
  return { a: `${firstLetters(a, 1)}A`, b: `${firstLetters(b, 1)}B` }
}
