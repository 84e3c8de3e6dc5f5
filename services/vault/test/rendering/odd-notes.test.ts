import { checkOdd, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { assemble } from '../../src/rendering/assemble.ts'
import { searchVector } from '../../src/rendering/lexemes.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { siteMap } from '../../src/rendering/site-map.ts'
import { wordingFor } from '@night-routine/wording'
import { bare } from './page.ts'
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
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[x](javascript:alert(1))',
  'excalidraw-plugin: parsed\n---\n',
  '\n# Text Elements\n',
  '`= this.title`',
  '`= this.file.name`',
  '\n\n^id\n\n',
  '![[#^id]]',
]

const map = siteMap([{ path: 'a.md', aliases: ['Alex'] }], '/s/x/')

const forbidden = new Set(
  'script style iframe object embed form svg noscript maction annotation-xml mglyph template'.split(
    ' ',
  ),
)

/** What a page loads: files of the site only. */
const loads = new Set(['img', 'audio', 'video', 'source', 'track', 'input', 'link'])

/** @throws Error for an attribute that runs something, has a style, or loads or leads elsewhere than it may */
function checkAttributes(tag: string, attributes: Record<string, string>): void {
  for (const [name, value] of Object.entries(attributes)) {
    const runs =
      /^(?:on|style$|srcdoc$|srcset$|action$|formaction$|poster$|data$|background$|xlink)/
    const leads =
      /^(?:[#/]|(?!javascript|vbscript|data|file|blob|about|view-source)[a-z][a-z\d-]*:)/
    const isOdd =
      runs.test(name) ||
      (name === 'src' && !(loads.has(tag) && value.startsWith('/s/x/'))) ||
      (name === 'href' && !(tag === 'a' && leads.test(value)) && value !== '') ||
      (name === 'href' && value.startsWith('//'))
    if (isOdd) throw new Error(`${tag} ${name}="${value}"`)
  }
}

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
    const page = assemble(rendered, { ...bare, path: 'a.md', map, wording: wordingFor('en') })
    if (!isStorable(page)) throw new Error('page')
    // Throws where an element does not end.
    for (const { tag, attributes } of readHtml(page)) {
      if (forbidden.has(tag)) throw new Error(tag)
      checkAttributes(tag, attributes)
    }
    renderNote(text, 'h-x')
  })
})
