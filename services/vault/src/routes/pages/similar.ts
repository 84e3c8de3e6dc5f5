import { distance } from 'fastest-levenshtein'
import { fold } from '../../rendering/lexemes.ts'
import type { Note } from './tree.ts'

const mostSuggestions = 5
/** Of the longer name: what may differ. */
const mostDifference = 0.5
const longestName = 100

/** The notes whose name or title is most like the end of an address. */
export function similarNotes(path: string, notes: readonly Note[]): Note[] {
  const wanted = nameIn(path)
  if (wanted === '') return []
  return notes
    .map(note => {
      const differences = [note.path, note.title].map(name => differenceOf(wanted, nameIn(name)))
      return { note, difference: Math.min(...differences) }
    })
    .filter(({ difference }) => difference <= mostDifference)
    .toSorted((one, other) => one.difference - other.difference)
    .slice(0, mostSuggestions)
    .map(({ note }) => note)
}

/** From 0 to 1; a name that contains the other is close to it. */
function differenceOf(one: string, other: string): number {
  if (one === '' || other === '') return 1
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  const difference = distance(short, long) / long.length
  return short.length > 3 && long.includes(short) ? Math.min(difference, 0.4) : difference
}

/** The last part of a path, which people remember best. */
function nameIn(path: string): string {
  const last =
    path
      .replace(/(?<!\/)\/+$/, '')
      .replace(/\.(?:md|html?)$/i, '')
      .split('/')
      .at(-1) ?? ''
  return fold(last.slice(0, longestName))
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}
