const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Scripts that put no spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const longestWord = 80
/** What PostgreSQL can store of a document. */
const mostPositions = 16_383
const mostWords = 100_000

/** Text without accents and capitals: what a reader types finds every way of writing it. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** The words of a text in the order they have, as the search compares them. */
function wordsOf(text: string): string[] {
  const parts = spaceless.test(text)
    ? Array.from(segmenter.segment(text), ({ segment }) => segment)
    : [text]
  return parts.flatMap(part => fold(part).match(/[\p{L}\p{N}]+/gu) ?? []).map(shortened)
}

const shortened = (word: string) =>
  word.length > longestWord ? word.slice(0, longestWord).toWellFormed() : word

/**
 * A note as PostgreSQL writes a tsvector, its names with more weight. We split words ourselves, because its parser has one
 * language, and no word of a script without spaces.
 */
export function searchVector(names: readonly string[], text: string): string {
  const places = new Map<string, string[]>()
  const add = (word: string, place: string) => {
    const known = places.get(word)
    if (known === undefined) places.set(word, [place])
    else if (known.length < 200) known.push(place)
  }
  const named = wordsOf(names.join(' ')).slice(0, 1_000)
  for (const [at, word] of named.entries()) add(word, `${at + 1}A`)
  for (const [at, word] of wordsOf(text).slice(0, mostWords).entries())
    add(word, String(Math.min(named.length + at + 1, mostPositions)))
  // Words are letters and digits, so that none needs an escape.
  return Array.from(places, ([word, list]) => `'${word}':${[...new Set(list)].join(',')}`).join(' ')
}

const mostTerms = 10

/** The words that a reader looks for, and the query that finds every note with all of them or their beginnings. */
export function searchQuery(text: string): { words: string[]; query: string } {
  const words = [...new Set(wordsOf(text.slice(0, 300)))].slice(0, mostTerms)
  return { words, query: words.map(word => `'${word}':*`).join(' & ') }
}
