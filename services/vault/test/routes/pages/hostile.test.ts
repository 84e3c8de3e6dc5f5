import t, { type Test } from 'tap'
import { published } from '../../published-site.ts'

/** Asks as a browser does, and expects a page or a sentence, soon. */
function reader(t: Test, get: (path: string, init?: RequestInit) => Promise<Response>) {
  return async (path: string) => {
    const answer = await get(path, { headers: { accept: 'text/html' } })
    const html = await answer.text()
    t.ok(answer.status < 500, `${path.slice(0, 60)}: ${answer.status}`)
    t.match(html, '</html>')
    return { status: answer.status, html }
  }
}

t.test('renders odd notes, or says why it cannot', async t => {
  const notes: Record<string, string> = {
    'huge.md': '# Huge\n\n' + 'word '.repeat(220_000),
    'links.md': '[[a]] '.repeat(100_000),
    'some links.md': '[[a]] '.repeat(20_000),
    'html.md': '<div><p><svg onload=alert(1)><table><td>'.repeat(200) + '<!--',
    'nul.md': 'a\0b &#0; \u0000 \uFFFF',
    'matter.md': '---\ntitle: [\naliases: {a: b}\n---\nstill a page',
    'title.md': '---\ntitle: "\\u0000<b>&\\ud800"\naliases: ["\\u0000", "\\udc00"]\n---\nbody',
    'open.md': '---\ntitle: no end\n\n# Heading',
    'self.md': '![[self]] ![[self#^a]] ^a',
    'one.md': '![[two]] ![[two]] ![[two]]',
    'two.md': '![[three]] ![[three]] ![[three]] ![[one]]',
    'three.md': '![[four]] ![[four]] ![[four]] ![[one]]',
    'four.md': '![[one]] ![[two]] ![[three]] ![[four]]',
    'deep.md': '> '.repeat(2_000) + 'x',
    'words.md': Array.from({ length: 60_000 }, (_, at) => at.toString(36)).join(' '),
    'empty.md': '',
    'address.md': '[a](b%00) ![[c%00d]] [e](%ff)',
    'long.md': 'word '.repeat(60_000) + '%%private%%',
    'short.md': 'open %%private%%',
  }
  const { get, token, id, upload, rendered } = await published(t, {})
  for (const [path, text] of Object.entries(notes))
    t.equal((await upload(token, id, path, text)).status, 200, path)
  t.equal(
    (await upload(token, id, 'bytes.md', new Uint8Array([0xff, 0xfe, 0xc0, 0x80]))).status,
    200,
  )
  await rendered()
  const read = reader(t, get)
  for (const path of [...Object.keys(notes), 'bytes.md']) {
    const { status, html } = await read(`/s/notes/${encodeURIComponent(path.replace(/\.md$/, ''))}`)
    t.equal(status, 200, path)
    t.ok(html.length < 3_000_000, `${path}: ${html.length}`)
    t.notMatch(html, /<svg|<script|onload=/)
  }
  t.match((await read('/s/notes/huge')).html, 'too long for a page (1.1 MB)')
  t.match((await read('/s/notes/links')).html, /too long for a page[^]*href="\?file"/)
  t.notMatch((await read('/s/notes/long')).html, /href="\?file"/, 'its comments would be read')
  for (const path of ['long', 'short', 'long.md', 'short.md'])
    t.notMatch((await read(`/s/notes/${path}?file`)).html, 'private', path)
  t.match((await read('/s/notes/matter')).html, 'still a page')
  t.match((await read('/s/notes/one')).html, /class="embed"/)
  t.match((await read('/s/notes/?q=still')).html, 'href="/s/notes/matter"')
})

const levels = (count: number) => Array.from({ length: count }, () => 'a').join('/')
const matter = (...lines: string[]) => `---\n${lines.join('\n')}\n---\nbody`
const tags = Array.from({ length: 10_000 }, (_, at) => `#t${at}`).join(' ')
const markup = JSON.stringify({
  nodes: [
    { type: 'text', text: '</div></main><script>x</script> end' },
    { type: 'file', file: ']] <b>' },
  ],
})

t.test('shows odd canvases, languages, dates, tags and names', async t => {
  const notes: [path: string, text: string, shown: RegExp][] = [
    ['nested.canvas', `{"nodes":${'['.repeat(10_000)}${']'.repeat(10_000)}}`, /class="box"/],
    ['large.canvas', JSON.stringify({ nodes: ['c'.repeat(1_000_000)] }), /too long for a page/],
    ['html.canvas', markup, /end/],
    ['lang.md', matter('lang: ar"><script>'), /body/],
    ['no lang.md', matter('lang: zzz-zzzzzzzz'), /<div lang="zzz-zzzzzzzz">/],
    ['february.md', matter('date: 2026-02-30'), /datetime="2026-11-20"/],
    ['future.md', matter('date: 9999-12-31'), /datetime="9999-12-31">December 31, 9999</],
    ['levels.md', `#${levels(1_000)} #${levels(20)}`, /<a class="tag"/],
    ['many tags.md', tags, /#t99<[^]*href="[^"]*t9999"/],
    ['tag matter.md', matter(`tags: [${'t, '.repeat(10_000)}"<b>", "a\\0", {a: b}, '"']`), /#t</],
    [
      'name.md',
      matter(
        String.raw`title: "\"'><script>\u0007\u202E&"`,
        String.raw`description: "\"'><script>\u0000x"`,
      ),
      /<meta name="description" content="&quot;&#x27;&gt;&lt;script&gt; x">/,
    ],
  ]
  const { get, token, id, upload, rendered } = await published(t, {})
  for (const [path, text] of notes) t.equal((await upload(token, id, path, text)).status, 200, path)
  await rendered()
  const read = reader(t, get)
  for (const [path, , shown] of notes) {
    const { status, html } = await read(`/s/notes/${encodeURIComponent(path.replace(/\.md$/, ''))}`)
    t.equal(status, 200, path)
    t.match(html, shown, path)
    t.notMatch(html, /<script|href="javascript|content="javascript/, path)
    for (const control of ['\0', '\u0007']) t.notOk(html.includes(control), path)
    t.ok(html.length < 1_000_000, `${path}: ${html.length}`)
    t.equal(html.match(/<\/main>/g)?.length, 1, path)
  }
  for (const [query, status] of [
    [`tag=${levels(20)}`, 200],
    [`tag=${levels(21)}`, 404],
    ['tag=t', 200],
    // A note has 100 tags.
    ['tag=t9999', 404],
  ] as const)
    t.equal((await read(`/s/notes/?${query}`)).status, status, query)
  for (const odd of [
    'tag=%',
    'tag=%25',
    'tag=%ff',
    'tag=a%00',
    'tag=%F0%9F',
    'tag=a&tag=b',
    'tag[]=a',
  ])
    t.ok((await read(`/s/notes/?${odd}`)).status < 500, odd)
})

t.test('hostile search terms cause no error', async t => {
  const { get, rendered } = await published(t, { 'a.md': "it's a note | with & signs" })
  await rendered()
  const read = reader(t, get)
  const terms = [
    "'",
    "''",
    '\\',
    ':*',
    '!a',
    'a & | !',
    "a'; drop table vault.notes; --",
    '<->',
    '(',
    '%',
    '_',
    '\0',
    '\u0000a',
    '\uD800',
    '<script>alert(1)</script>',
    'a'.repeat(5_000),
    'a '.repeat(2_000),
    '研'.repeat(300),
    '😀',
    '   ',
    '',
  ]
  for (const term of terms) {
    const { status, html } = await read(`/s/notes/?q=${encodeURIComponent(term.toWellFormed())}`)
    // No page has NUL in its address, and every route refuses it.
    t.equal(status, term.includes('\0') ? 400 : 200, JSON.stringify(term.slice(0, 30)))
    t.notMatch(html, '<script')
  }
  t.equal((await read('/s/notes/?q=a&q=b')).status, 200)
  t.equal((await read('/s/notes/?q=%')).status, 200)
  t.match((await read("/s/notes/?q=it's")).html, '<mark>it</mark>')
  t.equal((await read('/s/notes/?q=%ff')).status, 200)
  for (const [path, status] of Object.entries({
    '%F0%9F': 400,
    ['x'.repeat(1_500)]: 404,
    '..%2f..': 404,
    'a%00': 400,
  }))
    t.equal((await read(`/s/notes/${path}`)).status, status, path.slice(0, 40))
})
