import { readFileSync } from 'node:fs'
import { languages, wordingFor } from '@night-routine/wording'
import t from 'tap'
import { argumentsOf, messageTypes, textsOf, withoutTranslation } from './message-types.ts'

const english = textsOf('en')

t.test('the message types match English', async t => {
  const written = readFileSync(new URL('../src/messages.ts', import.meta.url), 'utf8')
  t.equal(written, messageTypes(), 'run node test/write-messages.ts')
})

t.test('English comes first, and stands in for languages without a file', async t => {
  t.equal(languages[0], 'en')
  for (const language of languages)
    for (const tag of [language, language.toUpperCase(), `${language}-CA`])
      t.equal(wordingFor(tag).language, language, tag)
  for (const tag of ['', 'x', 'frc', 'e', '-', 'zxx-fr'])
    t.equal(wordingFor(tag).language, 'en', tag)
})

for (const language of languages.filter(one => one !== 'en'))
  t.test(`${language} has every message, in the order of English`, async t => {
    t.strictSame(withoutTranslation(language), [], 'texts without a translation')
    t.strictSame(Object.keys(textsOf(language)), Object.keys(english))
  })

for (const language of languages) {
  const texts = textsOf(language)

  t.test(`${language} renders every message with English's arguments`, async t => {
    const wording = wordingFor(language)
    for (const [key, text] of Object.entries(texts)) {
      const asked = argumentsOf(english[key] ?? '')
      t.strictSame(argumentsOf(text), asked, key)
      const marked = Object.keys(asked).map(name => [
        name,
        asked[name] === 'number' ? 7 : `<${name}>`,
      ])
      const said = wording.tell({ key, values: Object.fromEntries(marked) } as never)
      for (const [name, value] of marked)
        if (typeof value === 'string') t.ok(said.includes(value), `${key} says ${name}`)
      t.ok(said.length > 0 && !/[{}]/.test(said), `${key}: ${said}`)
    }
  })

  t.test(`${language} uses typographic quotes`, async t => {
    for (const [key, text] of Object.entries(texts)) {
      t.notMatch(text, /['"<>&]/, `${key}: curly quotes, and no markup`)
      t.notMatch(text, / {2}|\n/, key)
    }
  })
}

t.test('French has a narrow no-break space before its punctuation', async t => {
  for (const [key, text] of Object.entries(textsOf('fr'))) {
    const outside = text.replace(/\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}/g, 'x')
    const prose = outside.replaceAll(/\b[a-z]+:\/\/\S*/g, 'x')
    t.notMatch(prose, /(?<!\u202f)[:;?!»]/u, key)
    t.notMatch(outside, /«(?!\u202f)/u, key)
    t.notMatch(outside, / \u202f|\u202f /, key)
  }
})
