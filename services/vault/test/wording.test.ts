import t from 'tap'
import { wordingFor } from '../src/wording.ts'

/** Every text of a language. */
function textsOf(wording: object): string[] {
  return Object.values(wording).flatMap(value => {
    if (typeof value === 'function') return String(value(2_000, 5_000))
    return typeof value === 'string' ? value : textsOf(value)
  })
}

t.test('French signs have their narrow space, and English ones none', async t => {
  const french = textsOf(wordingFor('fr'))
  t.ok(french.filter(text => /[?»]/.test(text)).length > 3)
  for (const text of french) t.notMatch(text, /[^\u202F][:;!?»]|«(?!\u202F)/, text)
  for (const text of textsOf(wordingFor('en'))) t.notMatch(text, /\s[:;!?]|[«»]/, text)
})

t.test('numbers and sizes are written as the language does', async t => {
  const [english, french] = [wordingFor('en'), wordingFor('fr')]
  t.equal(english.noteCount(10_000), '10,000 notes')
  t.equal(french.noteCount(10_000), '10\u202F000 notes')
  for (const [count, inEnglish, inFrench] of [
    [0, '0 notes with “x”', '0 note avec «\u202Fx\u202F»'],
    [1, '1 note with “x”', '1 note avec «\u202Fx\u202F»'],
    [2, '2 notes with “x”', '2 notes avec «\u202Fx\u202F»'],
  ] as const) {
    t.equal(english.found(count, 'x'), inEnglish)
    t.equal(french.found(count, 'x'), inFrench)
  }
  for (const [bytes, inEnglish, inFrench] of [
    [262_145, '(263 kB)', '(263\u00A0ko)'],
    [10_000_000, '(10.0 MB)', '(10,0\u00A0Mo)'],
  ] as const) {
    t.match(english.tooLong(bytes), inEnglish)
    t.match(french.tooLong(bytes).replace('\u202F', '\u00A0'), inFrench)
  }
})
