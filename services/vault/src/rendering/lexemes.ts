const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' })

/** Scripts that put no spaces between words. */
const spaceless =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u

const longestWord = 80
/** Longer words of a script without spaces are none: a row of signs without a meaning. */
const longestCompound = 24
/** What PostgreSQL can store of a document. */
const mostPositions = 16_383
const mostWords = 100_000
/** PostgreSQL stores a megabyte of words; so much of it is for the ends of words. */
const mostEndBytes = 400_000
const positionBytes = 4

/** Text without accents and capitals: what a reader types finds every way of writing it. */
export function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/** Whether a word is written in a script that puts no spaces between words. */
export function isSpaceless(word: string): boolean {
  return spaceless.test(word)
}

/** The words of a text in the order they have, as the search compares them. */
function wordsOf(text: string): string[] {
  const parts = spaceless.test(text)
    ? Array.from(segmenter.segment(text), ({ segment }) => segment)
    : [text]
  return parts.flatMap(part => fold(part).match(/[\p{L}\p{N}]+/gu) ?? []).map(shortened)
}

/** The ends of a word without spaces, such as 究室 and 室 of 研究室: a query finds only what a word starts with. */
function endsOf(word: string): string[] {
  const signs = Array.from(word)
  if (!isSpaceless(word) || signs.length > longestCompound) return []
  return signs.slice(1).map((_sign, at) => signs.slice(at + 1).join(''))
}

const shortened = (word: string) =>
  word.length > longestWord ? word.slice(0, longestWord).toWellFormed() : word

/** A note as a tsvector, split here: PostgreSQL's parser has one language, and no words of scripts without spaces. */
export function searchVector(names: readonly string[], text: string): string {
  const places = new Map<string, string[]>()
  const add = (word: string, place: string) => {
    const known = places.getOrInsertComputed(word, () => [])
    if (known.length < 200) known.push(place)
  }
  let room = mostEndBytes
  const addWord = (word: string, place: string) => {
    add(word, place)
    for (const end of endsOf(word)) {
      room -= places.has(end) ? positionBytes : Buffer.byteLength(end) + positionBytes
      if (room > 0) add(end, place)
    }
  }
  const named = wordsOf(names.join(' ')).slice(0, 1_000)
  for (const [at, word] of named.entries()) addWord(word, `${at + 1}A`)
  for (const [at, word] of wordsOf(text).slice(0, mostWords).entries())
    addWord(word, String(Math.min(named.length + at + 1, mostPositions)))
  // Words are letters and digits, so that none needs an escape.
  return Array.from(places, ([word, list]) => `'${word}':${[...new Set(list)].join(',')}`).join(' ')
}

const mostTerms = 10

/** The words that a reader looks for, and the query that finds every note with all of them or their beginnings. */
export function searchQuery(text: string): { words: string[]; query: string } {
  const words = [...new Set(wordsOf(text.slice(0, 300)))].slice(0, mostTerms)
  return { words, query: words.map(termOf).join(' & ') }
}

/** A word or its beginning; of a script without spaces also where the dictionary takes it for two words. */
function termOf(word: string): string {
  const signs = isSpaceless(word) ? Array.from(word).slice(0, longestCompound) : []
  const split = signs.slice(1).map((_sign, at) => {
    const [first, second] = [signs.slice(0, at + 1).join(''), signs.slice(at + 1).join('')]
    return `'${first}' <-> '${second}':*`
  })
  return split.length === 0 ? `'${word}':*` : `('${word}':* | ${split.join(' | ')})`
}
