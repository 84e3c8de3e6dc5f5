/** What a line in a cell of a phone of 360 px holds, in letters of usual width. */
const cellWidth = 5.2

/** Whether each word of a name fits a line of a cell: about five letters, or two of East Asian width. */
export function fitsCell(name: string): boolean {
  return name.split(/[\s-]+/).every(word => {
    const width = Array.from(word).reduce((sum, letter) => sum + letterWidth(letter), 0)
    return width <= cellWidth
  })
}

const vowel = '[aeiouyàâäéèêëîïôöùûü]'
const onset = '(?:[cpt]h|gn|qu|[bcdfgptv][lr]|[b-df-hj-np-tv-xzç])'
/** A vowel, what closes its syllable, and the consonants that open the next one: "Char-lot-te". */
const syllables = new RegExp(`(?<=[\\p{L}’'])(${vowel}\\p{L}{0,3}?)(${onset})(?=${vowel})`, 'giu')

/** A name with soft hyphens in the words that do not fit a line of a cell. */
export function breakable(name: string): string {
  return name.replace(/[^\s-]+/g, word =>
    fitsCell(word) ? word : word.replace(syllables, '$1\u00AD$2'),
  )
}

const wide =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u

function letterWidth(letter: string) {
  const isAscii = letter <= '~'
  if (!isAscii && /\p{Mark}/u.test(letter)) return 0
  if (!isAscii && wide.test(letter)) return 2
  if (/[ijltIr.]/.test(letter)) return 0.6
  return /[mwMW]/.test(letter) ? 1.5 : 1
}
