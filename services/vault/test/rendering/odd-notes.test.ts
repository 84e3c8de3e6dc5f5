import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { assemble } from '../../src/rendering/assemble.ts'
import { splitNote } from '../../src/rendering/front-matter.ts'
import { searchVector } from '../../src/rendering/lexemes.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { siteMap } from '../../src/rendering/site-map.ts'
import { wordingFor } from '../../src/wording.ts'
import { readHtml } from './read-html.ts'

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
  .concat([
    '$',
    '$x',
    '\n$$\n',
    '\\frac{',
    '\\begin{matrix}',
    '&',
    '}',
    '\\|',
    '<math>',
    '<mtext>',
    '<annotation-xml>',
    '<style>',
    '</p>',
    '- [!] ',
    '```mermaid\n',
    '![](https://youtu.be/',
    '> [!tip|x]- ',
    '{"nodes":[{"type":"text","text":"',
    '"}]}',
    'שבת',
    '<div dir="rtl">',
    '<iframe src="https://a.example',
  ])

const map = siteMap([{ path: 'a.md', aliases: ['Alex'] }], '/s/x/')

const forbidden = new Set(
  'script style iframe object embed form svg noscript maction annotation-xml mglyph template'.split(
    ' ',
  ),
)

/** For rendering a note twice and reading its page. */
const longestMs = 4_000

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
    const start = process.cpuUsage()
    const rendered = renderNote(text)
    if (rendered === undefined) throw new Error('nothing rendered')
    if (!isStorable(rendered)) throw new Error(JSON.stringify(rendered))
    const names = [rendered.title ?? '', ...rendered.aliases]
    if (!isStorable(searchVector(names, rendered.text))) throw new Error('search')
    const page = assemble(rendered, { path: 'a.md', map, wording: wordingFor('en') })
    if (!isStorable(page)) throw new Error('page')
    // Throws where an element does not end.
    for (const { tag, attributes } of readHtml(page)) {
      if (forbidden.has(tag)) throw new Error(tag)
      if (Object.keys(attributes).some(name => /^(?:on|style$|srcdoc$)/.test(name)))
        throw new Error(JSON.stringify(attributes))
    }
    renderNote(text, 'h-x')
    // Processor time: other processes do not count.
    const took = process.cpuUsage(start).user / 1_000
    if (took > longestMs) throw new Error(`${took} ms`)
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
