import { oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import t from 'tap'
import { mapOf, pageOf } from './page.ts'

const base = '/s/x/'
const dead = 'dead'

/** A site of notes with their text, and of other files. */
function site(files: Record<string, string>, others: readonly string[] = []) {
  const map = mapOf([...Object.keys(files), ...others])
  const page = (text: string, path: string) => pageOf(text, { path, map, files })

  return {
    map,
    page,
    /** Where the links of a text lead, in order, without the address of the site. */
    links: async (text: string, path: string) => {
      const html = await page(text, path)
      return Array.from(html.matchAll(/<(?:a|span) (?:href="([^"]*)"|class="missing")/g), found =>
        found[1] === undefined ? dead : decodeURIComponent(found[1].replace(base, '')),
      )
    },
  }
}

const deepNote = `# Deep note

## My heading

### Sub heading

## A: B / C?

## Heading with [link](https://x.org)

First. ^blk1

- item ^blk2
`

const notes = {
  'Math.md': '## Heading',
  'Sub folder/Deep note.md': deepNote,
  'Sub folder/Dup.md': '',
  'Other/longer/Dup.md': '',
  'Ünïcode Ördner/Grüße & Küsse.md': '',
  '日本語/ノート.md': '',
  'Start.md': '',
  'Note with (parens) & [x].md': '',
  'C# intro.md': '',
  '100% sure.md': '',
  'a^b.md': '',
  'Q: what?.md': '',
}
const files = ['assets/pic.png', 'assets/doc.pdf', 'Board.canvas']

/** The lines of a note with links as people write them, and where each must lead. */
const lines: [markdown: string, ...targets: string[]][] = [
  ['[[Math|alias words]]', 'Math'],
  ['[[Math#Heading]]', 'Math#h-heading'],
  ['[[Sub folder/Deep note]]', 'Sub folder/Deep note'],
  ['[[Deep note]]', 'Sub folder/Deep note'],
  ['[md by name](Deep%20note.md)', 'Sub folder/Deep note'],
  ['[md by name angle](<Deep note.md>)', 'Sub folder/Deep note'],
  ['[md heading](Sub%20folder/Deep%20note.md#My%20heading)', 'Sub folder/Deep note#h-my-heading'],
  ['[[Deep note#A: B / C?]]', 'Sub folder/Deep note#h-a-b-c'],
  ['[[Deep note#A B / C?]]', 'Sub folder/Deep note#h-a-b-c'],
  ['[[Deep note#My heading#Sub heading]]', 'Sub folder/Deep note#h-sub-heading'],
  ['[[Deep note#^blk1]]', 'Sub folder/Deep note#b-blk1'],
  ['[[Deep note#^blk2|block two]]', 'Sub folder/Deep note#b-blk2'],
  ['[[Ünïcode Ördner/Grüße & Küsse]]', 'Ünïcode Ördner/Grüße & Küsse'],
  ['[[日本語/ノート]]', '日本語/ノート'],
  ['[[Missing note]]', dead],
  ['[[Math.md]]', 'Math'],
  ['[[Board.canvas]]', 'Board.canvas'],
  ['[[math]]', 'Math'],
  ['![[Deep note#My heading]]', 'Sub folder/Deep note#h-my-heading'],
  [
    '[obsidian](obsidian://open?vault=x) [zotero](zotero://select/x) [tel](tel:+123) [geo](geo:1,2) [sms](sms:1) [[#Local heading]] [xmpp](xmpp:a@b)',
    'obsidian://open?vault=x',
    'zotero://select/x',
    'tel:+123',
    'geo:1,2',
    'sms:1',
    '#h-local-heading',
    'xmpp:a@b',
  ],
  ['[[Note with (parens) & [x]]]', 'Note with (parens) & [x]'],
  [
    'https://example.org/auto www.example.com and <https://example.net>',
    'https://example.org/auto',
    'https://example.net',
  ],
  [
    '[[Deep note#Heading with [link](https //x.org)|x]]',
    'Sub folder/Deep note#h-heading-with-link-https-x-org',
  ],
  // No heading of this name: the page, as in the editor.
  ['[[Deep note#Heading with link text]]', 'Sub folder/Deep note#h-heading-with-link-text'],
  // The editor has no pages of folders; a site has.
  ['[[Sub folder/]] [[Sub folder]]', 'Sub folder/', 'Sub folder/'],
  ['[[C# intro]] [[100% sure]] [[a^b]]', 'C# intro#h-intro', '100% sure', 'a^b'],
  ['[[../feat/Math]]', dead],
  ['[root](/Math.md) [root2](/Math)', 'Math', 'Math'],
  [
    '[img](assets/pic.png) [pdf](assets/doc.pdf#page=2) [[doc.pdf#page=2]]',
    'assets/pic.png',
    'assets/doc.pdf#page=2',
    'assets/doc.pdf#page=2',
  ],
  // Not a link in any Markdown.
  ['[raw space](Sub folder/Deep note.md)'],
  ['[[Dup]] [[Sub folder/Dup]]', 'Sub folder/Dup', 'Sub folder/Dup'],
  ['[[Q: what?]]', 'Q: what?'],
]

t.test('leads to the files that the editor finds', async t => {
  const { links } = site(notes, files)
  for (const [markdown, ...targets] of lines)
    t.same(await links(markdown, 'Links.md'), targets, markdown)
})

t.test('leads from a folder of the vault to the same files', async t => {
  const moved = Object.fromEntries(
    Object.entries(notes).map(([path, text]) => [`feat/${path}`, text]),
  )
  const { links } = site(
    { ...moved, 'Math.md': '' },
    files.map(path => `feat/${path}`),
  )
  const from = 'feat/Links.md'
  t.same(await links('[[../feat/Math]] [md](../feat/Math.md)', from), ['feat/Math', 'feat/Math'])
  t.same(await links('[root](/Math.md) [root2](/Math)', from), ['Math', 'Math'])
  t.same(await links('[root](/assets/pic.png)', from), [dead], 'a path from the root is whole')
  const [markdown = ''] = lines.find(([text]) => text.startsWith('[img]')) ?? []
  const pdf = 'feat/assets/doc.pdf#page=2'
  t.same(await links(markdown, from), ['feat/assets/pic.png', pdf, pdf])
})

const target = `# Top

## Nested one

## she/her

## Focal Elements/ Emphasis

## wifi 2.4 vs 5.0

## TCP/IP Model

## CI/CD && DevOps

## Clause X.Y.Z Hello

## 😀 Smile

## It's fine, really?

## \`code\` in heading

## Heading with [[Café]] link

## test #tag

A block. ^blk-1
`

const index: [markdown: string, ...targets: string[]][] = [
  [
    '| one | two |\n| --- | --- |\n| [[Target\\|alias one]] | w |\n| [[Target#Focal Elements/ Emphasis\\|alias two]] | w |\n| ![[pic.png\\|40]] | img |',
    'Target',
    'Target#h-focal-elements-emphasis',
  ],
  ['[[Target#she/her|she/her pronouns]]', 'Target#h-she-her'],
  [
    '[[Target#Focal Elements Emphasis|Focal Elements/ Emphasis]]',
    'Target#h-focal-elements-emphasis',
  ],
  ['[[Target#wifi 2 4 vs 5 0]]', 'Target#h-wifi-2-4-vs-5-0'],
  ['[[Target#TCP IP Model]]', 'Target#h-tcp-ip-model'],
  ['[[Target#CI CD DevOps]]', 'Target#h-ci-cd-devops'],
  ['[[Target#Clause X.Y.Z Hello]]', 'Target#h-clause-x-y-z-hello'],
  ['[[Target##Clause X.Y.Z Hello|double hash]]', 'Target#h-clause-x-y-z-hello'],
  ['[[Target#Top#Nested one|heading path]]', 'Target#h-nested-one'],
  ['[[Folder/Pourquoi ce souci ?]]', 'Folder/Pourquoi ce souci ?'],
  ['[[R&D notes]]', 'R&D notes'],
  ['[[Folder/C++/Pointers]]', 'Folder/C++/Pointers'],
  ['[md link](Folder/Pourquoi%20ce%20souci%20%3F.md)', 'Folder/Pourquoi ce souci ?'],
  ['[[Café]] and [[Cafe\u0301]]', 'Café', 'Café'],
  ['[[v1.2 release]]', 'v1.2 release'],
  ['[[Target#😀 Smile]]', 'Target#h-smile'],
  ["[[Target#It's fine, really?]]", 'Target#h-its-fine-really'],
  ['[[2026-01-02]] [[2026.01.02 log]]', '2026-01-02', '2026.01.02 log'],
  ['[[Folder/sub/deep|]] empty alias', 'Folder/sub/deep'],
  ['[[Target#`code` in heading]]', 'Target#h-code-in-heading'],
  // The first end of brackets ends a link, so the inner one is it.
  ['[[Target#Heading with [[Café]] link]]', 'Café'],
  ['[[Target#Heading with Café link]]', 'Target#h-heading-with-café-link'],
  ['[[Target#test tag]]', 'Target#h-test-tag'],
]

t.test('leads to the headings that the editor finds', async t => {
  const names = ['R&D notes', '100% done', 'Issue 42', 'Café', 'v1.2 release', '2026-01-02']
    .concat(['Folder/Pourquoi ce souci ?', 'Folder/C++/Pointers', '2026.01.02 log'])
    .concat(['Folder/sub/deep', '06-index'])
  const others = Object.fromEntries(names.map(name => [`${name}.md`, '']))
  const { links, page } = site({ ...others, 'Target.md': target }, ['pic.png'])
  for (const [markdown, ...targets] of index)
    t.same(await links(markdown, '06-index.md'), targets, markdown)
  // Every one of these headings is there.
  const html = await page(target, 'Target.md')
  const ids = new Set(Array.from(html.matchAll(/ id="([^"]*)"/g), found => found[1]))
  const wanted = index.flatMap(([, ...targets]) =>
    targets.filter(one => one.startsWith('Target#')).map(one => one.slice(7)),
  )
  t.same(
    wanted.filter(id => !ids.has(id)),
    [],
  )
  t.match(await page(index[0]?.[0] ?? '', '06-index.md'), / src="\/s\/x\/pic.png"[^>]* width="40"/)
})

t.test('of several files of a name, chooses the one that the editor chooses', async t => {
  const { map } = site({
    'Dup.md': '',
    'a/Dup.md': '',
    'a/deep/Dup.md': '',
    'b/deep/Twice.md': '',
    'longer/Twice.md': '',
    'b/deep/Note.md': '',
  })
  const find = (name: string, from: string, byName = true) =>
    map.resolve({ name, byName, fragment: '' }, from)
  // A path from the root is how the editor writes a link to a note there.
  t.equal(find('Dup', 'a/from.md'), 'Dup.md')
  t.equal(find('Dup', 'a/from.md', false), 'a/Dup.md', 'a Markdown link is relative first')
  t.equal(find('a/Dup', 'a/from.md'), 'a/Dup.md')
  t.equal(find('deep/Dup', 'b/from.md'), 'a/deep/Dup.md', 'the end of a path')
  t.equal(find('eep/Dup', 'b/from.md'), undefined, 'only whole names')
  t.equal(find('Twice', 'b/from.md'), 'b/deep/Twice.md', 'below the folder of the note')
  t.equal(find('Twice', 'b/from.md'), 'b/deep/Twice.md', 'once it is known, too')
  t.equal(find('Twice', 'c/from.md'), 'b/deep/Twice.md', 'the shortest path')
  t.equal(find('Twice', 'longer/from.md'), 'longer/Twice.md')
  t.equal(find('./Note', 'b/from.md'), undefined, 'a path with dots is relative')
  t.equal(find('../b/deep/Note', 'a/from.md'), 'b/deep/Note.md')
  t.equal(find('/deep/Note', 'b/from.md'), undefined)
  t.equal(find('', 'b/from.md'), 'b/from.md', 'the note itself')
})

t.test('a heading below another is found, also from a note that shows it', async t => {
  const text =
    '# A\n\n## Notes\n\nof A\n\n# B\n\n## Notes\n\nof B\n\n[[#B#Notes]] [[#A#Notes]] [[#C#Notes]]'
  const { links, page } = site({ 'Two.md': text, 'notes 1.md': '## x-1\n\n## x\n\n## x' })
  t.same(await links('[[Two#B#Notes]]', 'from.md'), ['Two#h-notes-1'])
  t.same(await links('[[Two#A#Notes]] [[Two#Notes]]', 'from.md'), ['Two#h-notes', 'Two#h-notes'])
  t.same(await links(text, 'Two.md'), ['#h-notes-1', '#h-notes', '#h-notes'])
  const embed = await page('![[Two#B#Notes]]', 'from.md')
  t.match(embed, 'of B')
  t.notMatch(embed, 'of A')
  t.match(
    await page('## x-1\n\n## x\n\n## x', 'a.md'),
    /"h-x-1"[^]*"h-x"[^]*"h-x-2"/,
    'no id twice',
  )
  const shown = site({ 'inner.md': '[[#Below]]\n\n## Below' })
  t.same(await shown.links('![[inner]]', 'outer.md'), ['inner', 'inner#h-below'])
})

t.test('headings keep the addresses that published pages had', async t => {
  const { page } = site({})
  const idsOf = async (text: string) =>
    Array.from((await page(text, 'a.md')).matchAll(/ id="([^"]*)"/g), found => found[1])
  t.same(await idsOf('## TCP/IP Model'), ['h-tcp-ip-model', 'h-tcpip-model'])
  t.same(await idsOf('## See [the book](https://x.org)'), [
    'h-see-the-book-https-x-org',
    'h-see-the-book',
  ])
  t.same(await idsOf('## Plain words'), ['h-plain-words'])
  t.same(await idsOf('## 😀'), ['h-😀', 'h-'])
  t.same(await idsOf('## a/b\n\n## ab'), ['h-a-b', 'h-ab', 'h-ab-1'])
  t.notMatch((await idsOf('## Plan %%secret%% now')).join(), 'secret', 'nothing that is hidden')
})

t.test('a block id below a heading keeps the id of the heading', async t => {
  const { page, links } = site({ 'N.md': '# Title\n\n## Head\n\n^blk\n\ntext\n\n## Own ^own' })
  const html = await page('## Head\n\n^blk', 'a.md')
  t.match(html, '<h2 id="h-head"><a id="b-blk"></a>Head</h2>')
  t.match(await page('## Own ^own', 'a.md'), /<h2 id="h-own">.*<a id="b-own"><\/a>Own<\/h2>/)
  t.match(await page('![[N#^blk]]', 'a.md'), /Head[^]*text/)
  t.same(await links('[[N#^own]] [[N#Own]]', 'a.md'), ['N#b-own', 'N#h-own'])
})

t.test('embeds what exists: a note with a dot in its name, or a file', async t => {
  const { page, links } = site(
    { 'v1.2 release.md': 'release', 'Node.js.md': 'node', 'b.md': 'bee' },
    ['Board.drawing', 'code.js', 'song.mp3', 'doc.pdf'],
  )
  t.match(await page('![[v1.2 release]]', 'a.md'), /class="embed"[^]*<p>release<\/p>/)
  t.match(await page('![[Node.js]]', 'a.md'), /class="embed"[^]*<p>node<\/p>/)
  t.match(await page('![it](b.md)', 'a.md'), /class="embed"[^]*>it<[^]*<p>bee<\/p>/)
  t.equal(
    await page('see ![[Board.drawing]]', 'a.md'),
    '<p>see </p>\n<p><a class="file" href="/s/x/Board.drawing">Board.drawing <small>DRAWING</small></a></p>',
  )
  t.match(await page('![[code.js]]', 'a.md'), '<p><a class="file" href="/s/x/code.js">')
  t.match(await page('![[gone.zip]]', 'a.md'), '<p><span class="missing">gone.zip</span></p>')
  t.match(await page('![[song.mp3#t=30]]', 'a.md'), 'src="/s/x/song.mp3#t=30"')
  t.match(await page('![[doc.pdf#page=2]]', 'a.md'), 'href="/s/x/doc.pdf#page=2"')
  t.same(await links('![](https://x.org/b.md)', 'a.md'), ['https://x.org/b.md'])
})

t.test('links to programs tell them nothing of the page, and no link runs anything', async t => {
  const { page } = site({})
  for (const href of ['obsidian://open?vault=x', 'zotero://select/x', 'geo:1,2', 'xmpp:a@b'])
    t.equal(
      await page(`[x](${href})`, 'a.md'),
      `<p><a href="${href}" rel="noopener noreferrer">x</a></p>`,
    )
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc/passwd',
    // Programs and servers that a reader of a site does not expect.
    'vscode://file/etc/passwd',
    'ftp://x.org/a',
    'x-devonthink-item://1',
  ])
    for (const markdown of [`[x](${href})`, `<a href="${href}">x</a>`, `[[${href}]]`, `<${href}>`])
      t.notMatch(await page(markdown, 'a.md'), 'href', markdown)
})

/** The names that a vault may have, as the publish API accepts them. */
const fileName = oddText({ maxLength: 60 })
  .map(text => text.replaceAll(/[\p{Cc}\p{Cs}/\\]/gu, '').trim())
  .filter(text => text !== '' && Buffer.byteLength(text) < 200 && !/^\.+$/.test(text))

/** What the editor writes instead of brackets where a name has a sign of its own. */
const needsMarkdown = /[[\]#|^\\\n]|%%|^\s|\s$|^\.{0,2}\//

t.test('finds a file of any name, linked as the editor writes it', async t => {
  const decoys = ['index.md', 'a/Alex.md', 'x.md']
  await fc.assert(
    fc.asyncProperty(fileName, fc.constantFrom('', 'Folder/', 'a/b/'), async (name, folder) => {
      const path = `${folder}${name}.md`
      // The editor writes only the name where no other file has it.
      fc.pre(!decoys.some(one => one.toLowerCase().endsWith(`${name}.md`.toLowerCase())))
      const { map, page } = site(Object.fromEntries([...decoys, path].map(one => [one, ''])))
      const whole = path.replace(/\.md$/, '')
      const encoded = path.split('/').map(encodeURIComponent).join('/')
      const forms = [
        // By name, by path, from the root and relative.
        `[w](${encodeURIComponent(`${name}.md`)})`,
        `[w](${encoded})`,
        `[w](/${encoded})`,
        `[w](../${encoded})`,
        ...(needsMarkdown.test(whole) ? [] : [`[[${name}|w]]`, `[[${whole}|w]]`, `[[${path}|w]]`]),
      ]
      const address = map.addressOf(path)
      for (const form of forms) {
        const html = await page(form, 'a/from.md')
        const [, href = 'none'] = /href="([^"#]*)/.exec(html) ?? []
        if (href !== address) throw new Error(`${form}: ${href} and not ${address}`)
      }
    }),
    { numRuns: process.env['LONG_TESTS'] ? 500 : 100 },
  )
  t.pass('all found')
})
