import t from 'tap'
import { renderNote } from '../../src/rendering/markdown.ts'
import { longestNote } from '../../src/rendering/notes.ts'
import { html } from './page.ts'
import { readHtml } from './read-html.ts'

/** The text of each formula, and of each that could not be read. */
const formulas = (text: string) =>
  readHtml(html(text))
    .filter(({ tag, attributes }) => tag === 'math' || attributes['class'] === 'unread')
    .map(element => (element.tag === 'math' ? element.text : `source ${element.text}`))

t.test('reads formulas as the editor does', async t => {
  const table: [note: string, formulas: string[]][] = [
    ['one $x_1$ and $y_{2}$.', ['x1', 'y2']],
    ['$a_1 * b_2 * c$', ['a1∗b2∗c']],
    [String.raw`$\{x \mid x_1\}$`, ['{x|x1}']],
    ['cost $5 and $6.', []],
    ['from $5 to 10$20', []],
    ['$ x $ and $x $ and $ x$', []],
    [String.raw`\$x$ and $\$5$`, ['$5']],
    ['$a$b $', ['a']],
    ['one $a +\nb$', ['a+b']],
    ['`$x$` and $5 `y$`', []],
    ['in **bold $x$**, ==$y$==', ['x', 'y']],
    ['before $$x$$ after', ['x']],
    ['$$ x $$', ['x']],
    ['$$\nx\n\n+ y\n$$', ['x+y']],
    ['text\n$$\nx\n$$\ntext', ['x']],
    ['> $$\n> x\n> $$', ['x']],
    ['- item $x$\n  $$\n  y\n  $$', ['x', 'y']],
    ['| a | b |\n|--|--|\n| $a<b$ | $\\|x\\|$ |', ['a&lt;b', '|x|']],
    ['# The $x$', ['x']],
    ['```\n$x$\n\n$$\ny\n$$\n```', []],
    ['    $$\n    x\n    $$', []],
    ['$$', []],
    ['$$\n\n$$', []],
    ['$$\nno end', []],
    ['$$$$', []],
  ]
  for (const [note, expected] of table) t.same(formulas(note), expected, note)
})

t.test('prints a formula between paragraphs as a block', async t => {
  const block =
    '<div class="formula"><math display="block" class="tml-display"><mi>x</mi></math></div>'
  t.equal(html('$$x$$'), block)
  t.equal(html('a\n$$\nx\n$$\nb'), `<p>a</p>\n${block}\n<p>b</p>`)
  t.match(
    html('see $$x$$ there'),
    /^<p>see <span class="formula"><math display="block"[^]*there<\/p>$/,
  )
  t.match(html('$$x$$ ^eq'), '<div class="formula" id="b-eq">')
  t.match(html('$$x$$\n\n^eq'), '<div class="formula" id="b-eq">')
  t.match(
    html(`$$${'x + '.repeat(20)}y$$`),
    '<div class="formula" tabindex="0" role="group" aria-label="Formula"><math',
    'one that may be wide scrolls with the keyboard',
  )
})

t.test('shows what it cannot read as its source', async t => {
  t.equal(
    html(String.raw`$\nothing{x}$ and $a<$`),
    '<p><code class="unread">$\\nothing{x}$</code> and <math><mrow><mi>a</mi><mo>&lt;</mo></mrow></math></p>',
  )
  t.equal(
    html('$$\n\\frac{<b>\n$$'),
    '<pre tabindex="0"><code class="unread">$$\\frac{&lt;b&gt;$$</code></pre>',
  )
  for (const tex of [
    String.raw`\href{javascript:alert(1)}{x}`,
    String.raw`\includegraphics{https://a.example/x.png}`,
    String.raw`\class{menu}{x}`,
    String.raw`\style{color:red}{x}`,
    String.raw`\def\a{\a\a}\a`,
    String.raw`\newcommand{\half}{\frac12} \half`,
    String.raw`x\\\let\frac=\sqrt`,
    '{'.repeat(4_000),
    `${'a^{'.repeat(1_200)}x${'}'.repeat(1_200)}`.slice(0, 4_999),
  ])
    t.same(formulas(`$${tex}$`), [`source $${tex}$`], tex.slice(0, 60))
})

const long = (length: number) => `$${'x'.repeat(length)}$`

t.test('shows formulas that are too long, and those after too many, as their source', async t => {
  t.match(formulas(long(5_000)), [/^x+$/])
  t.match(formulas(long(5_001)), [/^source \$x+\$$/])
  t.match(formulas(`$$\n${'a+'.repeat(50_000)}a\n$$`), [/^source \$\$a/], '100 kB')
  const many = formulas(`${long(3_000)}\n\n`.repeat(11))
  t.equal(many.filter(text => text.startsWith('source')).length, 1, 'after 30,000 characters')
  const cells = `$\\begin{matrix}${'&'.repeat(4_900)}\\end{matrix}$ `
  const tables = formulas(cells.repeat(16))
  t.match(tables[0], /^\s*$/)
  t.match(tables.at(-1), /^source/, 'a small source with a large table')
  t.ok(html(cells.repeat(16)).length < 500_000)
  t.same(formulas(`${cells.repeat(5)}$x$`).at(-1), 'source $x$', 'and all after it')
})

const twoThousand = (one: string) => one.repeat(Math.ceil(2_000 / one.length))

t.test('what may be slow is typeset for 30,000 characters of a note at most', async t => {
  const notes: Record<string, string> = {
    'small ones': '$x^2$ '.repeat(10_000),
    'broken ones': String.raw`$\n{$ `.repeat(2_000),
    indices: `$${twoThousand('x_1^2+')}$\n\n`.repeat(100),
    rows: `$\\begin{cases}${twoThousand(String.raw`a&b\\`)}\\end{cases}$\n\n`.repeat(100),
    fractions: `$${'\\frac{'.repeat(400)}x${'}{y}'.repeat(400)}$\n\n`.repeat(50),
    braces: `$${'{'.repeat(2_400)}x${'}'.repeat(2_400)}$\n\n`.repeat(50),
    chemistry: `$\\ce{${twoThousand('H2O + ')}}$\n\n`.repeat(100),
    'a long body': `$\\def\\a{${'x'.repeat(4_000)}}${'\\a'.repeat(400)}$\n\n`.repeat(50),
    'a long argument': `$\\newcommand\\a[1]{${'#1'.repeat(1_000)}}\\a{\\a{${'x'.repeat(1_000)}}}$`,
    'a loop': String.raw`$\def\a{x\a x}\a$ `.repeat(1_000),
  }
  for (const [name, text] of Object.entries(notes)) {
    const note = text.slice(0, longestNote)
    const all = formulas(note)
    const [, first = ''] = /\$([^$]*)\$/.exec(note) ?? []
    const typeset = all.filter(one => !one.startsWith('source ')).length
    t.ok(all.length > 0 && typeset * first.length <= 30_000, `${name}: ${typeset}`)
  }
})

t.test('a definition ends with its formula', async t => {
  t.same(formulas(String.raw`$\gdef\zz{y}$ $\zz$`), [
    String.raw`source $\gdef\zz{y}$`,
    String.raw`source $\zz$`,
  ])
  t.same(formulas(String.raw`$\definecolor{zz}{rgb}{1,0,0}\color{zz}x$ $a\\def$`), ['x', 'adef'])
  t.same(formulas(String.raw`$\letter$`), [String.raw`source $\letter$`])
})

t.test('prints no comment in a formula', async t => {
  t.same(formulas('$a %%secret%% b$'), ['ab'])
  t.same(formulas('$$\na %%secret\nsecret%% b\n$$'), ['ab'])
  t.same(formulas('$$\na %% secret\nb\n$$'), ['ab'])
  t.notMatch(html('$\\no %%secret%% b$ $a %%secret b$ c'), 'secret')
  t.notMatch(html('$$\n\\no %%secret\n$$'), 'secret')
  t.notMatch(html('%%\n$$\nsecret\n$$\n%%'), 'secret')
})

t.test('formulas are in the search, the title and the outline', async t => {
  const note = renderNote('# The $x^2$ law\n\n## With $y$\n\nis $z$\n\n$$\nw\n$$')
  t.equal(note?.title, 'The x^2 law')
  t.equal(note?.headings[0]?.id, 'h-with-y')
  t.equal(note?.text, 'The x^2 law\nWith y\nis z\nw')
})

const classes = (tex: string) => [
  ...new Set(readHtml(html(`$${tex}$`)).flatMap(({ attributes }) => attributes['class'] ?? [])),
]

t.test('keeps what styles would show, by classes', async t => {
  t.same(classes(String.raw`\boxed{y}`), ['boxed'])
  t.same(classes(String.raw`\begin{array}{|c}\hline a\\ \hline\end{array}`), [
    'line-top line-bottom line-left flush-start flush-end',
  ])
  t.same(classes(String.raw`\cancel{x}`), ['tml-cancel upstrike'])
  t.notMatch(html(String.raw`$\color{red}{x}$ $$\begin{align}a&=b\end{align}$$`), ' style=')
})

t.test('MathML in a note runs nothing and leads nowhere', async t => {
  const attacks = [
    '<math><maction actiontype="statusline#x" xlink:href="javascript:alert(1)"><mi>a</mi></maction></math>',
    '<math><annotation-xml encoding="text/html"><script>alert(1)</script></annotation-xml></math>',
    '<math><semantics><annotation-xml encoding="text/html"><img src=x onerror=alert(1)></annotation-xml></semantics></math>',
    '<math href="javascript:alert(1)" xlink:href="javascript:alert(1)"><mi href="javascript:alert(1)">a</mi></math>',
    '<math><mi style="position:fixed;inset:0" class="menu frame" id="content" onclick="alert(1)">a</mi></math>',
    '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
    '<math><mtext></p><style><img src=x onerror=alert(1)></style></mtext></math>',
    '<math><mi><![CDATA[<script>alert(1)</script>]]></mi></math>',
    '<math><mglyph src="https://a.example/x.png"/><malignmark/></math>',
    '<math><mspace width="9999em" height="-500em"/><mpadded voffset="9999px"/></math>',
    '<math><ms lquote="&lt;script&gt;">x</ms><mstyle background="url(x)" mathbackground="url(x)"/></math>',
    '<math><mtd colspan="99999"/><mi mathvariant="url(javascript:1)"/></math>',
    '<svg><math><mi xlink:href="data:text/html,x">',
  ]
  const allowed = /^(?:class|display|width|height)$/
  for (const attack of attacks)
    for (const note of [attack, `a ${attack} b`]) {
      const elements = readHtml(html(note))
      for (const { tag, attributes } of elements) {
        t.notMatch(tag, /script|^style$|annotation|maction|glyph|svg|semantics/, note)
        if (tag.startsWith('m') && tag !== 'mark')
          t.ok(
            Object.keys(attributes).every(name => allowed.test(name)),
            JSON.stringify(attributes),
          )
      }
      t.notMatch(html(note), /<[^>]*(?:javascript|style=|onclick|onerror|9999|url\()/, note)
    }
})
