import type { ParentId } from '@night-routine/fairness'

const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu
/** Apostrophes, quotes, primes and modifier letters that stand for one: D'Arcy, D’Arcy, Dʼarcy, D´Arcy. */
const apostrophes = /['`´ʹʻʼʽʾʿˈˊˋ՚׳‘’‚‛′‵ꞌ＇᾽᾿]/gu
/** Hyphens and dashes of every width, the minus sign, and the hyphen bullet. */
const dashes = /[\p{Pd}−⁃˗]/gu

/**
 * Whether people would read two names as the same. Width, case, spaces, invisible characters, and the kind of
 * apostrophe or dash are ignored (NFKC and case folding).
 */
export function sameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  // Before NFKC, which takes a spacing accent apart into a space and a mark.
  const punctuated = name.replace(apostrophes, "'").normalize('NFKC')
  // Upper case first, so that "ß" equals "SS".
  const visible = punctuated.replace(invisible, '').toUpperCase().toLowerCase().normalize('NFKC')
  return visible.replace(dashes, '-').replace(/\s+/gu, ' ').trim()
}

/**
 * Whether one name may be the other with a slip: accents left out ("Zoe" for "Zoë"), spaces, dashes, apostrophes or
 * dots left out ("Jean Luc" for "Jean-Luc"), or one letter added, missing, replaced or swapped with the next ("Robni"
 * for "Robin"). Words of three letters or fewer differ in one letter too often (Tim and Tom, Amy and May, Jan and
 * Jana), and so do initials (Anna K and Anna M), numbers, and scripts in which a letter is a syllable or a word.
 */
export function nearName(one: string, other: string): boolean {
  if (sameName(one, other)) return false
  const [plain, otherPlain] = [withoutAccents(one), withoutAccents(other)]
  return joined(plain) === joined(otherPlain) || hasOneSlip(plain.split(' '), otherPlain.split(' '))
}

/** Letters that Unicode does not take apart into a letter and an accent. */
const barred: Readonly<Record<string, string>> = {
  ł: 'l',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}

function withoutAccents(name: string): string {
  return folded(name)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[łøđðħæœþ]/gu, letter => barred[letter] ?? letter)
    .normalize('NFC')
}

function joined(name: string): string {
  return name.replace(/[-' .]/gu, '')
}

function hasOneSlip(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length) return false
  const different = words.flatMap((word, index) =>
    word === others[index] ? [] : [[Array.from(word), Array.from(others[index] ?? '')] as const],
  )
  const [pair] = different
  return pair !== undefined && different.length === 1 && isOneSlip(...pair)
}

const shortestWord = 4
const letter = /[\p{Alphabetic}'-]/u
const syllable = /[\p{Ideographic}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u

/** Whether two different words differ in one letter, or in the order of two that follow each other. */
function isOneSlip(word: readonly string[], other: readonly string[]): boolean {
  if (Math.min(word.length, other.length) < shortestWord) return false
  let start = 0
  while (start < word.length && word[start] === other[start]) start += 1
  let end = 0
  const most = Math.min(word.length, other.length) - start
  while (end < most && word.at(-1 - end) === other.at(-1 - end)) end += 1
  const left = word.slice(start, word.length - end)
  const right = other.slice(start, other.length - end)
  const isLetters = [...left, ...right].every(each => letter.test(each) && !syllable.test(each))
  const isSwap =
    left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
  return isLetters && (isSwap || (left.length <= 1 && right.length <= 1))
}

export interface KnownNames {
  names: Record<ParentId, string>
  /** Earlier names of the parents, latest first. They still mean the parent. */
  earlierNames: readonly { parent: ParentId; name: string }[]
  /** Names of babysitters on record: they are no slip. */
  babysitters: readonly string[]
}

/** The parent whose name this is, or was; undefined for anybody else's. */
export function parentCalled(
  name: string,
  { names, earlierNames }: Pick<KnownNames, 'names' | 'earlierNames'>,
): ParentId | undefined {
  return allNames({ names, earlierNames }).find(known => sameName(known.name, name))?.parent
}

/** The parent whose name this may be with a slip; undefined if it is a babysitter's on record. */
export function parentMeant(name: string, { babysitters, ...parents }: KnownNames) {
  if (babysitters.some(known => sameName(known, name))) return undefined
  return allNames(parents).find(known => nearName(known.name, name))?.parent
}

function allNames({ names, earlierNames }: Pick<KnownNames, 'names' | 'earlierNames'>) {
  return [
    { parent: 'a' as const, name: names.a },
    { parent: 'b' as const, name: names.b },
    ...earlierNames,
  ]
}
