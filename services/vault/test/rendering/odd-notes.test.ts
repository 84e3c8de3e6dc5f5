import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { assemble } from '../../src/rendering/assemble.ts'
import { splitNote } from '../../src/rendering/front-matter.ts'
import { searchVector } from '../../src/rendering/lexemes.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { siteMap } from '../../src/rendering/site-map.ts'
import { wordingFor } from '../../src/wording.ts'

const seeds = [
  '---\n',
  'title: ',
  'aliases: [',
  'lang: fr\n',
  '# ',
  '[[',
  ']]',
  '![[',
  '](',
  '[a](b%00)',
  '%ff',
]
  .concat([
    '%%',
    '```js\n',
    '~~~\n',
    '|',
    '\n\n',
    '- ',
    '> [!tip]',
    '&#0;',
    '&#xD83D;',
    '<a href="',
    '">',
  ])
  .concat([
    '<!--',
    '[^1]',
    '[^1]: ',
    '^[',
    ' ^id\n',
    '$$',
    '==',
    'https://a.example/',
    'https://a.example/%00',
    '<img alt="',
  ])

const map = siteMap([{ path: 'a.md', aliases: ['Alex'] }], '/s/x/')

/** Whether PostgreSQL can store every text in a value. */
function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0')
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every(isStorable)
}

t.test('renders any note to what PostgreSQL can store and a page can show', async t => {
  const note = fc
    .array(oddText({ maxLength: 20_000, seeds }), { minLength: 1, maxLength: 3 })
    .map(parts => Buffer.from(parts.join('')).toString())
  await checkOdd(t, note, text => {
    const rendered = renderNote(text)
    if (rendered === undefined) throw new Error('nothing rendered')
    if (!isStorable(rendered)) throw new Error(JSON.stringify(rendered))
    const names = [rendered.title ?? '', ...rendered.aliases]
    if (!isStorable(searchVector(names, rendered.text))) throw new Error('search')
    if (!isStorable(assemble(rendered, { path: 'a.md', map, wording: wordingFor('en') })))
      throw new Error('page')
    renderNote(text, 'h-x')
  })
})

t.test('reads any front matter', async t => {
  await checkOdd(t, oddText({ maxLength: 20_000, seeds }), yaml => {
    const { title = '', aliases, language = 'en', body } = splitNote(`---\n${yaml}\n---\nbody`)
    if (!isStorable([title, aliases, language])) throw new Error('not storable')
    if (title.length > 300 || aliases.length > 100 || !body.includes('body'))
      throw new Error('not bounded')
  })
})
