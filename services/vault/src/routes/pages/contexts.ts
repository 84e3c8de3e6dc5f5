import { fold, isSpaceless } from '../../rendering/lexemes.ts'

/** A piece of a text, and whether it is what a reader looked for. */
export interface Fragment {
  text: string
  hit: boolean
}

const mostContexts = 2
/** Characters before and after what was found. */
const before = 60
const after = 120

/** The lines of a note with most of the words, shortened to what is around them; not its title, which stands above. */
export function contextsOf(text: string, title: string, terms: readonly string[]): Fragment[][] {
  return text
    .split('\n')
    .filter(line => line !== title)
    .map(line => {
      const folded = fold(line)
      return { line, count: terms.filter(term => folded.includes(term)).length }
    })
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => other.count - one.count)
    .slice(0, mostContexts)
    .map(({ line }) => contextOf(line, terms))
    .filter(context => context !== undefined)
}

/** Undefined if no word of the line begins with one of the terms. */
function contextOf(line: string, terms: readonly string[]): Fragment[] | undefined {
  // Splitting between letters and the rest keeps the text as it is; a word is folded on its own.
  const pieces = line.match(/[\p{L}\p{N}\p{M}]+|[^\p{L}\p{N}\p{M}]+/gu) ?? []
  const parts = pieces.flatMap(piece => (isSpaceless(piece) ? aroundTerms(piece, terms) : [piece]))
  const marked = parts.map(part => {
    const word = fold(part)
    return { text: part, hit: terms.some(term => word.startsWith(term) || isInside(word, term)) }
  })
  const first = marked.findIndex(({ hit }) => hit)
  if (first === -1) return undefined
  let start = first
  for (let length = 0; start > 0 && length < before; start--)
    length += marked[start - 1]?.text.length ?? 0
  let end = first
  for (let length = 0; end < marked.length && length < after; end++)
    length += marked[end]?.text.length ?? 0
  const shown = marked.slice(start, end).map(shortened)
  const open = { text: '… ', hit: false }
  return [
    ...(start > 0 ? [open] : []),
    ...shown,
    ...(end < marked.length ? [{ ...open, text: ' …' }] : []),
  ]
}

/** Parts of a text without spaces: what was looked for, and what is between. */
function aroundTerms(piece: string, terms: readonly string[]): string[] {
  const folded = fold(piece)
  // Otherwise positions in the two texts differ.
  if (folded.length !== piece.length) return [piece]
  let end = 0
  // Terms are letters and digits, so that none needs an escape.
  return folded
    .split(new RegExp(`(${terms.join('|')})`))
    .filter(part => part !== '')
    .map(part => piece.slice(end, (end += part.length)))
}

/** In scripts without spaces a word is found in the middle of what is between two marks. */
function isInside(word: string, term: string): boolean {
  return /^\p{Lo}/u.test(term) && word.includes(term)
}

function shortened({ text, hit }: Fragment): Fragment {
  return { text: text.length > after ? `${text.slice(0, after).toWellFormed()}…` : text, hit }
}
