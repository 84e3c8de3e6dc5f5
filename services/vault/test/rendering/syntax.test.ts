import t from 'tap'
import { assemble, keyOf, readEmbeds } from '../../src/rendering/assemble.ts'
import { renderNote } from '../../src/rendering/markdown.ts'
import { siteMap } from '../../src/rendering/site-map.ts'
import { wordingFor } from '@night-routine/wording'
import { bare, html as plain, mapOf, pageOf } from './page.ts'
import { readHtml } from './read-html.ts'

const files: Record<string, string> = {
  'a.md': '',
  'Trip.md':
    '# Trip\n\n## Packing\n\n- socks ^socks\n- book\n\n### Toys\n\nbear\n\n## Train\n\nat nine',
  'Loop.md': 'round ![[Other loop]]',
  'Other loop.md': 'and ![[Loop]]',
  'Foot.md': 'text[^1]\n\n[^1]: the foot',
  'List.md': '- [ ] list',
  'Liste anglaise.md': '---\nlang: en\n---\n- [ ] list',
  'photo.png': '',
  'song.mp3': '',
  'film.mp4': '',
  'paper.pdf': '',
}
const aliases = new Map([['Trip.md', ['Holiday']]])
const map = siteMap(
  Object.keys(files).map(path => ({ path, aliases: aliases.get(path) ?? [] })),
  '/s/x/',
)

const wording = wordingFor('en')

const html = (text: string, path = 'a.md', language = 'en') =>
  pageOf(text, { path, map, files, language })

t.test('renders text in a colour and a box with a large title', async t => {
  t.match(
    await html('<div class="banner orange">\n\nTonight\n\n# Robin\n\n</div>'),
    /^<div class="banner orange">\s*<p>Tonight<\/p>\s*<h1[^>]*>Robin<\/h1>\s*<\/div>/,
  )
  t.match(
    await html('| a |\n| - |\n| <span class="blue">*x*</span> |'),
    '<span class="blue"><em>x</em></span>',
  )
  t.notMatch(
    await html('<span class="menu">x</span> <div class="frame green">y</div>'),
    /menu|frame/,
  )
})

t.test('renders callouts', async t => {
  t.equal(
    await html('> [!tip] Pack *early*\n> All of it.'),
    '<div class="callout callout-tip">\n<p class="callout-title">Pack <em>early</em></p>\n<p>All of it.</p>\n</div>',
  )
  t.equal(
    await html('> [!FAQ]- Why?\n> So.'),
    '<details class="callout callout-question">\n<summary class="callout-title">Why?</summary>\n<p>So.</p>\n</details>',
  )
  t.match(await html('> [!bug]+ Open\n> x'), '<details class="callout callout-bug" open>')
  t.match(await html('> [!mine]\n> x'), /callout-note">\s*<p class="callout-title">Mine</)
  t.match(
    await html('> [!note]\n>\n> > [!warning] In it\n> > deep'),
    /callout-note[^]*callout-warning[^]*deep/,
  )
  t.match(await html('> a quote'), '<blockquote>\n<p>a quote</p>\n</blockquote>')
  t.match(await html('> [!] no'), '<blockquote>')
})

t.test('knows every callout of the editor, and what themes add to it', async t => {
  const looks = `note, abstract summary tldr, info, todo, tip hint important, success check done, bug,
    question help faq, warning caution attention, failure fail missing, danger error, example, quote cite`
  for (const names of looks.split(/,\s+/))
    for (const name of names.split(' ')) {
      const [frame] = readHtml(await html(`> [!${name.toUpperCase()}] x`))
      t.equal(frame?.attributes['class'], `callout callout-${names.split(' ')[0]}`, name)
    }
  t.equal(
    await html('> [!tip|wide]- Title\n> x'),
    '<details class="callout callout-tip">\n<summary class="callout-title">Title</summary>\n<p>x</p>\n</details>',
  )
  t.match(await html('> [!tip|left a-b]\n> x'), '<p class="callout-title">Tip</p>')
  t.match(await html('> [!my kind|a|b] x'), /^<div class="callout callout-note">/)
  t.match(await html('> [!Überblick]\n> x'), '>Überblick<')
  for (const quote of ['> [!|wide] x', '> [! ] x', '> [!tip x', '> [!a[b]c] x'])
    t.match(await html(quote), /^<blockquote>/, quote)
})

/** What screen readers say for the box of each task, or read in it. */
const says = async (note: string, language = 'en') =>
  readHtml(await html(note, 'a.md', language))
    .filter(({ attributes }) => attributes['class']?.startsWith('task '))
    .map(({ attributes, text }) => attributes['aria-label'] ?? `reads ${text}`)

t.test('says what the sign of each task means', async t => {
  const signs = [...Array.from(' xX-></!?*"lbiSIpcfkwud'), '1', '👍', '&', '<']
  const list = signs.map(sign => `- [${sign}] a`).join('\n')
  const english = `To do,Done,Done,Cancelled,Moved to another day,Scheduled,Started,Important,Question,Star,Quote,Place,
Bookmark,Information,Savings,Idea,For,Against,Urgent,Key,Win,Up,Down,reads 1,reads 👍,reads &amp;,Scheduled`
  t.same(await says(list), english.replaceAll('\n', '').split(','))
  t.same(await says('- [-] a\n- [>] b', 'fr'), ['Annulé', 'Reporté'])
  t.same(await says('- [] a\n- [ab] b\n- [a](b)\n- [^1]\n\n[c] d\n\n- [x]y'), [])
  t.same(await says('- [a] b\n\n[a]: https://a.example'), [], 'a link')
})

t.test('renders tasks, marks, footnotes and line breaks', async t => {
  const tasks = await html('- [ ] shop\n- [x] cook\n- [link](Trip.md)\n\n1. [X] first')
  t.match(
    tasks,
    '<li class="task-item"><span class="task open" role="img" aria-label="To do"></span> shop</li>',
  )
  t.match(tasks, '<span class="task done" role="img" aria-label="Done"></span> cook')
  t.match(tasks, '<span class="task done" role="img" aria-label="Done"></span> first')
  t.match(tasks, '<li><a href="/s/x/Trip">link</a></li>')
  t.equal(await html('==new== a == b'), '<p><mark>new</mark> a == b</p>')
  const foot = await html('one[^n] two^[at once]\n\n[^n]: the foot')
  t.match(foot, '<sup class="footnote-ref"><a href="#fn1" id="fnref1">[1]</a></sup>')
  t.match(
    foot,
    /<section class="footnotes">[^]*<li id="fn1"><p>the foot <a href="#fnref1"[^]*at once/,
  )
  t.equal(await html('one\ntwo'), '<p>one<br class="soft" />\ntwo</p>')
})

const labels = (page: string) => [...page.matchAll(/aria-label="(.*?)"/g)].map(found => found[1])

t.test('text between CJK letters is bold, also with signs at its ends', async t => {
  const table: [note: string, shown: string][] = [
    ['**主语：**谓语', '<strong>主语：</strong>谓语'],
    ['这是**“强调”**的字', '这是<strong>“强调”</strong>的字'],
    ['これは**「強調」**です', 'これは<strong>「強調」</strong>です'],
    ['이것은 **강조(굵게)**입니다', '이것은 <strong>강조(굵게)</strong>입니다'],
    ['𠮷**（a）**𠮷', '𠮷<strong>（a）</strong>𠮷'],
    ['*（a）*字 ==（b）==字', '<em>（a）</em>字 <mark>（b）</mark>字'],
    ['重点（**a：**字）', '重点（<strong>a：</strong>字）'],
    // As CommonMark has it elsewhere.
    ['字**（a） **字', '字**（a） **字'],
    ['字** （a）**字', '字** （a）**字'],
    ['a**(b)**c', 'a**(b)**c'],
    ['字_（a）_字', '字_（a）_字'],
    ['2 * 3 * 4', '2 * 3 * 4'],
  ]
  for (const [note, shown] of table) t.equal(await html(note), `<p>${shown}</p>`, note)
})

t.test('labels for screen readers are in the language of the note, or the site', async t => {
  const note = '- [ ] a\n- [x] b[^1]\n\n| c |\n|--|\n| d |\n\n[^1]: e'
  const french = ['À faire', 'Fait', 'Tableau', 'Revenir au texte']
  t.same(labels(await html(note, 'a.md', 'fr')), french)
  t.same(labels(await html(`---\nlang: fr\n---\n${note}`)), french)
  t.same(labels(await html(note)), ['To do', 'Done', 'Table', 'Back to the text'])
  const both = '---\nlang: fr\n---\n- [ ] a\n\n![[List]]\n\n![[Liste anglaise]]'
  t.same(labels(await html(both)), ['À faire', 'À faire', 'To do'], 'also of a note in another')
})

t.test('embeds images, audio, video and PDF files', async t => {
  const table: [note: string, html: string][] = [
    [
      '![[photo.png|300]]',
      '<img src="/s/x/photo.png" alt="photo.png" loading="lazy" width="300" />',
    ],
    [
      '![[photo.png|our tent|300x200]]',
      '<img src="/s/x/photo.png" alt="our tent" loading="lazy" width="300" height="200" />',
    ],
    [
      '![our tent|120](photo.png)',
      '<img src="/s/x/photo.png" alt="our tent" loading="lazy" width="120" />',
    ],
    ['![](photo.png)', '<img src="/s/x/photo.png" alt="" loading="lazy" />'],
    [
      '![[song.mp3]]',
      '<audio controls preload="metadata" src="/s/x/song.mp3" aria-label="song.mp3"></audio>',
    ],
    [
      '![the sea](film.mp4)',
      '<video controls preload="metadata" src="/s/x/film.mp4" aria-label="the sea"></video>',
    ],
    ['![[paper.pdf]]', '<a class="file" href="/s/x/paper.pdf">paper.pdf <small>PDF</small></a>'],
    ['![[gone.mp3]]', '<span class="missing">gone.mp3</span>'],
  ]
  for (const [note, expected] of table) t.equal(await html(note), `<p>${expected}</p>`, note)
  t.notMatch(await html('![x" onerror="alert(1)](photo.png)'), '" onerror')
})

/** A file of its own site in a note. */
const assembled = (path: string) => plain(`![[${path}]]`, { map: mapOf([path]) })

t.test('what no browser shows or plays is a link with its size', async t => {
  const endings = 'heic HEIF tif psd jxl dng avi wmv flv mpg amr wma aiff mid'.split(' ')
  const known = new Map(endings.map(ending => [`trip.${ending}`, 2_350_000]))
  const site = siteMap(
    Array.from(known, ([path, size]) => ({ path, size })),
    '/s/x/',
  )
  const shown = (text: string, language: string) => plain(text, { map: site, language })
  for (const ending of endings)
    t.equal(
      shown(`![[trip.${ending}]]`, 'en'),
      `<p><a class="file" href="/s/x/trip.${ending}">trip.${ending} <small>${ending.toUpperCase()}, 2.4 MB</small></a></p>`,
    )
  const link = /<a class="file" href="\/s\/x\/trip.heic">the sea <small>HEIC, 2,4\sMo<\/small><\/a>/
  t.match(shown('![the sea|300](trip.heic)', 'fr'), link)
  t.match(shown('<img src="trip.heic" alt="the sea">', 'fr'), link)
  t.match(shown('<video src="trip.avi"></video>', 'en'), 'AVI, 2.4 MB')
  for (const [tag, names] of Object.entries({
    img: 'png JPG jfif gif webp avif bmp svg ico apng',
    audio: 'mp3 m4a ogg opus flac wav weba aac',
    video: 'mp4 webm ogv mov mkv m4v 3gp',
  }))
    for (const name of names.split(' ')) t.match(assembled(`a.${name}`), `<${tag}`, name)
  t.equal(renderNote('![[trip.heic]] ![[photo.png]]')?.image?.name, 'photo.png', 'for previews')
  t.equal(renderNote('---\ncover: trip.heic\n---\n')?.image, undefined)
})

t.test('embeds a note, a section or a block in another note', async t => {
  const whole = await html('before ![[Trip]] after')
  t.match(
    whole,
    /^<p>before <\/p>\n<div class="embed">\n<p class="embed-source"><a href="\/s\/x\/Trip">Trip<\/a>/,
  )
  t.match(whole, /<h1>Trip<\/h1>[^]*at nine<\/p>\n<\/div>\n<p> after<\/p>$/)
  const part = await html('![[Trip#Packing]]')
  t.match(part, /href="\/s\/x\/Trip#h-packing">Trip › Packing<[^]*socks[^]*bear/)
  t.notMatch(part, /at nine|id=/)
  const block = await html('![[Trip#^socks]]')
  t.match(block, /<div class="embed">[^]*<p>socks<\/p>/)
  t.notMatch(block, 'book')
  t.match(await html('[[Holiday#^socks]]'), '<a href="/s/x/Trip#b-socks">Holiday</a>')
  t.match(
    await html('![[Trip#Nothing]]'),
    '<p><a href="/s/x/Trip#h-nothing">Trip › Nothing</a></p>',
  )
  t.match(await html('![[nothing]]'), '<span class="missing">nothing</span>')
  t.notMatch(await html('![[Foot]]'), /fn1|the foot/, 'footnotes would be ambiguous')
  t.match(await html('# ![[Trip]]'), '<a href="/s/x/Trip">Trip</a>', 'a heading cannot hold it')
})

t.test('ends loops of embedded notes, and limits the size of a page', async t => {
  const loop = await html(files['Loop.md'] ?? '', 'Loop.md')
  t.equal(loop.match(/class="embed"/g)?.length, 1)
  t.match(loop, '<a href="/s/x/Loop">Loop</a>')
  const itself = await html('x ![[a]]')
  t.notMatch(itself, 'class="embed"')
  const many = await html('![[Trip]]\n\n'.repeat(20_000))
  t.ok(many.length < 6_000_000, String(many.length))
})

t.test('embeds a part of the note itself, unless the part holds the embed', async t => {
  const table: [note: string, embeds: number, shown: RegExp][] = [
    ['one\n\n^o\n\n![[#^o]]', 1, /<div class="embed">\s*<p>one<\/p>\s*<\/div>$/],
    ['## A\n\nfirst\n\n## B\n\n![[a#A]]', 1, /class="embed"[^]*<h2>A<\/h2>\s*<p>first<\/p>/],
    ['## A\n\n![[#A]]', 0, /<a href="#h-a">A<\/a>/],
    ['## A\n\n### B\n\n![[a#A]]', 0, /<a href="\/s\/x\/a#h-a">a › A<\/a>/],
    ['## A\n\n![[#B]]\n\n## B\n\nlast', 1, /class="embed">\s*<h2>B<\/h2>\s*<p>last<\/p>/],
    ['x ![[a]]', 0, /<a href="\/s\/x\/a">a<\/a>/],
  ]
  for (const [note, embeds, shown] of table) {
    const page = await html(note)
    t.match(page, shown, note)
    t.equal(page.match(/class="embed"/g)?.length ?? 0, embeds, note)
  }
  const around = await html('## A\n\n![[#B]]\n\n## B\n\n![[#A]]')
  t.ok((around.match(/class="embed"/g)?.length ?? 0) < 8, 'two parts that hold each other end')
})

t.test('an inline query is the property of the note that it asks for', async t => {
  const matter =
    '---\nrating: 4\nRead By: [Robin, "[[Trip]]"]\nlast-read: 2026-11-20\nempty:\nnote: a %%b%% *c*\n---\n'
  const table: [query: string, html: string][] = [
    ['`= this.rating`', '4'],
    ['`=this.rating`', '4'],
    ['`= this.last-read`', '2026-11-20'],
    ['`= this.read-by`', 'Robin, <a href="/s/x/Trip">Trip</a>'],
    ['`= this["Read By"]`', 'Robin, <a href="/s/x/Trip">Trip</a>'],
    ['**`= this.rating`** of 5', '<strong>4</strong> of 5'],
    ['`= this.note`', 'a  <em>c</em>'],
    ['`= this.file.name`', '<span>a</span>'],
    ['`= this.file.link`', '<span>a</span>'],
    ['`= this.empty`', '–'],
    ['`= this.missing`', '–'],
    ['`= this.constructor`', '–'],
    ['`= this.rating + 1`', '–'],
    ['`= date(today)`', '–'],
    ['`= [[Trip]].rating`', '–'],
    ['`$= dv.current().rating`', '–'],
    ['`=SUM(A1:B2)` `=>` `==` `=` `x = this.rating`', ''],
  ]
  for (const [query, expected] of table) {
    const code = query.replaceAll(/`([^`]*)`/g, '<code>$1</code>').replace('=>', '=&gt;')
    t.equal(await html(matter + query), `<p>${expected || code}</p>`, query)
  }
  t.equal(
    await html('```\n= this.rating\n```'),
    '<pre tabindex="0"><code>= this.rating\n</code></pre>',
  )
  t.match(renderNote(`${matter}\`= this.rating\``)?.text, '4', 'for the search')
})

t.test('links to an embedded note that takes too long to render', async t => {
  const note = renderNote('![[Trip]] ![[Foot]]')
  if (note === undefined) throw new Error('not rendered')
  const late = new AbortController()
  const load = async () => {
    late.abort()
    return new Promise<undefined>(() => {})
  }
  const embeds = await readEmbeds(note, { path: 'a.md', map, load, deadline: late.signal })
  t.equal(embeds.size, 0)
  t.match(
    assemble(note, { ...bare, path: 'a.md', map, wording, embeds }),
    '<p><a href="/s/x/Trip">Trip</a></p>',
  )
})

t.test('a name on its own line is that of the block before it, whatever it is', async t => {
  const table: [block: string, kind: RegExp][] = [
    ['```js\ncode\n```', /^<pre tabindex="0"><code class="language-js">/],
    ['```\ncode\n```', /^<pre tabindex="0"><code>code/],
    ['~~~mermaid\nA\n~~~', /^<div class="box">/],
    ['    code', /^<pre tabindex="0"><code>code/],
    ['---', /^<hr \/>/],
    ['<div>html</div>', /^<div>html<\/div>/],
    ['![[photo.png]]', /^<img [^>]+>/],
    ['![[List]]', /^<div class="embed">/],
    ['![](https://youtu.be/x)', /^<div class="box">/],
    ['$$x$$', /^<math/],
    ['- a\n- b', /^<li>a<\/li>/],
    ['| a |\n|--|\n| b |', /^<thead>/],
    ['> quote', /^<p>quote<\/p>/],
    ['> [!tip] T\n> x', /^<p class="callout-title">T/],
  ]
  for (const [block, kind] of table) {
    const note = `before\n\n${block}\n\n^one\n\nafter`
    const page = await html(note)
    const named = / id="b-one"[^<>]*>\s*([^]*)$/.exec(page)?.[1] ?? ''
    t.match(named, kind, block)
    t.equal(page.match(/id="b-one"/g)?.length, 1, block)
    t.notMatch(page, '^one', block)
    readHtml(page)
    const part = renderNote(note, 'b-one')
    t.ok(part, block)
    t.notMatch(part?.text, /before|after/, block)
    const load = async ({ path }: { path: string }) => renderNote(files[path] ?? '', '')
    const deadline = new AbortController().signal
    const embeds = part && (await readEmbeds(part, { path: 'a.md', map, load, deadline }))
    const shown =
      part && assemble(part, { ...bare, path: 'a.md', map, wording, embeds: embeds ?? new Map() })
    t.match(shown?.replace(/^(?:<div>|<div class="[a-z -]+">|<[a-z]+>)?\s*/, '').trim(), /./, block)
    t.notMatch(shown, /before|after|b-one/, block)
  }
  t.match(await html('> [!tip] T\n> x\n^one'), /^<div class="callout callout-tip" id="b-one">/)
  t.match(await html('> a\n>\n> b\n^one'), /^<blockquote id="b-one">/)
  t.match(await html('> a\n> ^one'), /^<blockquote>\s*<p id="b-one">a<\/p>/)
  t.match(await html('- a\n^one'), /<li id="b-one">a/)
  t.match(await html('![[photo.png]]^one'), /^<p id="b-one"><img [^>]+><\/p>$/, 'glued to an embed')
  t.match(await html('![[List]]^one'), /^<div id="b-one">\s*<div class="embed">/)
  t.match(await html('**a**^one'), /<\/strong>\^one/)
  const both = await html('a ![[List]] b ^one')
  t.match(both, /^<div id="b-one">\s*<p>a <\/p>\s*<div class="embed">[^]*<p> b<\/p>\s*<\/div>$/)
  t.match(await html('- item\n\n  ```\n  code\n  ```\n\n  ^one\n- next'), /<div id="b-one">\s*<pre/)
})

t.test('returns block ids, an outline of headings and the text for the search', async t => {
  t.equal(await html('text ^one'), '<p id="b-one">text</p>')
  t.match(await html('| a |\n|--|\n| b |\n\n^tab'), '<table id="b-tab">')
  t.match(await html('> quote\n\n^q'), '<blockquote id="b-q">')
  t.equal(await html('2^10'), '<p>2^10</p>')
  const note = renderNote('# T\n\n## One\n\ntext\n\n### `Two`\n\n> ## Quoted\n\n```js\ncode\n```')
  t.strictSame(note?.headings, [
    { level: 2, id: 'h-one', text: 'One' },
    { level: 3, id: 'h-two', text: 'Two' },
  ])
  t.equal(note?.text, 'T\nOne\ntext\nTwo\nQuoted\ncode')
  t.equal(keyOf({ path: 'a.md', fragment: 'b-x' }), 'a.md#b-x')
})
