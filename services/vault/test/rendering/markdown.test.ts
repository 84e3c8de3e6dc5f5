import * as fc from 'fast-check'
import t from 'tap'
import { assemble } from '../../src/rendering/assemble.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { siteMap } from '../../src/rendering/site-map.ts'
import { wordingFor } from '@night-routine/wording'

const paths = [
  'index.md',
  'Folder/Note one.md',
  'Folder/index.md',
  'Folder/pictures/Moon.PNG',
  'Other/Deep/Target.md',
  'Target.md',
  'e\u0301te\u0301.md',
  'chart.svg',
]
const map = siteMap(
  paths.map(path => ({ path })),
  '/s/notes/',
)
const from = 'Folder/Note one.md'
const wording = wordingFor('en')

function html(note: string): string {
  const rendered = renderNote(note)
  return rendered === undefined ? '' : assemble(rendered, { path: from, map, wording }).trim()
}

t.test('resolves links between notes', async t => {
  const table: [note: string, html: string][] = [
    ['[a](../Target.md)', '<a href="/s/notes/Target">a</a>'],
    ['[a](../Target)', '<a href="/s/notes/Target">a</a>'],
    ['[a](/Target.md#A-heading)', '<a href="/s/notes/Target#h-a-heading">a</a>'],
    ['[a](Note%20one.md)', '<a href="/s/notes/Folder/Note%20one">a</a>'],
    ['[a](<Note one.md>)', '<a href="/s/notes/Folder/Note%20one">a</a>'],
    ['[a](./)', '<a href="/s/notes/Folder/">a</a>'],
    ['[a](../index.md)', '<a href="/s/notes/">a</a>'],
    ['[a](#My heading)', '[a](#My heading)'],
    ['[a](#My%20heading)', '<a href="#h-my-heading">a</a>'],
    ['[a](nothing.md)', '<a class="missing">a</a>'],
    ['[a](../../../etc/passwd)', '<a class="missing">a</a>'],
    ['[a](//evil.example/x)', '<a class="missing">a</a>'],
    [
      '[a](https://example.org/?q=1)',
      '<a href="https://example.org/?q=1" rel="noopener noreferrer">a</a>',
    ],
    ['[[Target]]', '<a href="/s/notes/Target">Target</a>'],
    ['[[target]]', '<a href="/s/notes/Target">target</a>'],
    ['[[Target|words *here*]]', '<a href="/s/notes/Target">words *here*</a>'],
    ['[[Deep/Target]]', '<a href="/s/notes/Other/Deep/Target">Deep/Target</a>'],
    ['[[Other/Deep/Target]]', '<a href="/s/notes/Other/Deep/Target">Other/Deep/Target</a>'],
    [
      '[[Target#Some Heading!]]',
      '<a href="/s/notes/Target#h-some-heading">Target › Some Heading!</a>',
    ],
    ['[[#Some Heading]]', '<a href="#h-some-heading">Some Heading</a>'],
    ['[[été]]', '<a href="/s/notes/e%CC%81te%CC%81">été</a>'],
    ['[[nothing]]', '<a class="missing">nothing</a>'],
    ['`[[Target]]`', '<code>[[Target]]</code>'],
    ['[[]]', '[[]]'],
  ]
  for (const [note, expected] of table) t.equal(html(note), `<p>${expected}</p>`, note)
})

t.test('renders images, tables and headings', async t => {
  const picture = '/s/notes/Folder/pictures/Moon.PNG'
  t.equal(
    html('![the moon](pictures/Moon.PNG)'),
    `<p><img src="${picture}" alt="the moon" loading="lazy" /></p>`,
  )
  t.match(html('![[Moon.PNG]]'), `<img src="${picture}" alt="Moon.PNG"`)
  t.match(html('![[moon.png|300]]'), `<img src="${picture}" alt="moon.png"`)
  t.match(html('![[moon.png|the moon]]'), `alt="the moon"`)
  t.equal(
    html('![chart](https://tracker.example/pixel.png)'),
    '<p><a href="https://tracker.example/pixel.png" rel="noopener noreferrer">chart</a></p>',
    'does not reveal the reader',
  )
  t.match(html('![gone](gone.png)'), '<span class="missing">gone</span>')
  const table = html('| Night | Who |\n| :-- | --: |\n| [[Target\\|Monday]] | Alex |')
  t.match(table, /<div class="scroll" tabindex="0" role="group" aria-label="Table">\s*<table>/)
  t.match(
    html('<div class="scroll" id="content" role="alert" tabindex="5" aria-label="x">a</div>'),
    '<div class="scroll" tabindex="0" role="group" aria-label="Table">a</div>',
  )
  t.match(table, '<td class="right">Alex</td>')
  t.match(table, '<a href="/s/notes/Target">Monday</a>')
  t.match(html('## Nights & days'), '<h2 id="h-nights-days">Nights &amp; days</h2>')
  t.match(html('## Twice\n\n## Twice'), /id="h-twice"[\s\S]*id="h-twice-\d"/)
  t.match(
    html('```js\nlet x\n```'),
    '<pre tabindex="0"><code class="language-js"><span class="hljs-keyword">let</span> x',
  )
  t.match(html('```nothing\nlet <x>\n```'), '<code class="language-nothing">let &lt;x&gt;')
  t.match(html('~~gone~~ **b** _i_ <mark>m</mark> <kbd>K</kbd>'), '<s>gone</s> <strong>b</strong>')
})

const attacks = [
  '<script>alert(1)</script>',
  '<SCRIPT SRC=//evil.example/x.js></SCRIPT>',
  '<img src=x onerror=alert(1)>',
  '<img src="javascript:alert(1)">',
  '<svg onload=alert(1)><script>alert(1)</script></svg>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '[x](javascript:alert(1))',
  '[x](JaVaScRiPt:alert(1))',
  '[x](&#106;avascript:alert(1))',
  '[x](vbscript:x)',
  '![x](javascript:alert(1))',
  '[[javascript:alert(1)]]',
  '[x](wikilink:javascript%3Aalert(1))',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="https://evil.example"><input name=password></form>',
  '<style>body{display:none}</style>',
  '<p style="position:fixed;inset:0">x</p>',
  '<base href="https://evil.example">',
  '<meta http-equiv=refresh content="0;url=https://evil.example">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<object data=x></object><embed src=x>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<h1 id="content">x</h1>',
  '<a id="content">x</a>',
  '[x](obsidian:javascript:alert(1)) [x](file:///etc/passwd)',
  '<div class="skip" role="alert">x</div>',
  '"><img src=x onerror=alert(1)>',
  '[x](x "onmouseover=alert(1)")',
  '```"><script>alert(1)</script>\nx\n```',
]

/** What only something dangerous looks like, in the attributes and elements of finished HTML. */
const dangerous =
  /<(?:script|style|iframe|object|embed|form|input|base|meta|link|svg|noscript|maction|annotation-xml|mglyph|malignmark)\b|<[^>]*\s(?:on\w+|style|srcdoc)=|(?:href|src)="\s*(?:javascript|vbscript|data|wikilink):|id="content"|class="skip"/i

t.test('a comment without an end hides its block alone', async t => {
  t.match(html('- <!-- hidden\n- next\n\nafter'), /<li[^>]*>next<[^]*>after</)
  t.notMatch(html('- <!-- hidden\n- next'), 'hidden')
  t.match(html('<!-- one --> <b>two</b>'), '<b>two</b>')
})

t.test('no script in a note runs', async t => {
  for (const attack of attacks) {
    t.notMatch(html(attack), dangerous, attack)
    t.notMatch(
      html(`| a |\n|--|\n| ${attack.replaceAll('\n', ' ')} |`),
      dangerous,
      `cell: ${attack}`,
    )
  }
})

t.test('no script runs in any mixture of Markdown and HTML', async () => {
  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '<',
      '>',
      '"',
      "'",
      '`',
      '![[',
      ']]',
      '|',
      '#',
      '\n',
      '&#x',
      '%',
    ),
    fc.string({ maxLength: 6 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), pieces => {
      const elements = html(pieces.join('')).match(/<[^>]*>/g) ?? []
      // What is inside of quotes is text, whatever it looks like.
      return elements.every(one => !dangerous.test(one.replaceAll(/ (title|alt)="[^"]*"/g, '')))
    }),
    { numRuns: 1_000 },
  )
})

const units = [
  '[[',
  '[[a [b] ',
  '[[a#[b] ',
  '![[a|',
  '[a](',
  '**_',
  '<div>',
  '> ',
  '| a ',
  '# x\n',
  '`',
  '%%',
  '==',
  '^[',
  '[^1]',
  '%%x%%\n\n',
  'a %%\n\n',
  '- %%\n',
  '[%%](a)',
]
  .concat(['> [!tip]- \n', '- [ ] ', '![[a]] ', 'a ^b\n\n', '[^a]: x\n', '`` ` ', '```js\n'])
  .concat(['$x$ ', '$a', '$$', '$$\n', '$$x ', '$\\frac{a}{b}$ ', '\\$'])

t.test('renders any 20,000 characters', async t => {
  // What grows with more than the square of a note would not end here.
  for (const unit of units)
    t.type(html(unit.repeat(Math.floor(20_000 / unit.length))), 'string', unit)
})

t.test('a soft hyphen is shown, and does not keep the search from finding a word', async t => {
  const note = renderNote('# Ale\u00ADxandra\n\nMaxi\u00ADmilian')
  t.equal(note?.title, 'Alexandra')
  t.equal(note?.text, 'Alexandra\nMaximilian')
  t.match(note?.pieces[0], 'Maxi\u00ADmilian')
})
