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
    'huge.md': '# Huge\n\n' + 'word '.repeat(2_000_000),
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
  t.match((await read('/s/notes/huge')).html, 'too long for a page (10.0 MB)')
  t.match((await read('/s/notes/links')).html, /too long for a page[^]*href="\?file"/)
  t.notMatch((await read('/s/notes/long')).html, /href="\?file"/, 'its comments would be read')
  for (const path of ['long', 'short', 'long.md', 'short.md'])
    t.notMatch((await read(`/s/notes/${path}?file`)).html, 'private', path)
  t.match((await read('/s/notes/matter')).html, 'still a page')
  t.match((await read('/s/notes/one')).html, /class="embed"/)
  t.match((await read('/s/notes/?q=still')).html, 'href="/s/notes/matter"')
})

t.test('finds names in every script and normal form', async t => {
  const names = [
    'e\u0301te\u0301',
    'Ünï',
    '夜のルーチン',
    'ночь',
    'ליל',
    'रात',
    'đêm',
    '🌙',
    'ﬁn',
    'Straße',
    'a&b "c" <d>',
    '100%',
    'q?x#y',
  ]
  const notes = names.map(name => [`${name}.md`, `the note of ${name}`] as const)
  const links = names.map(name => `[[${name.replaceAll(/[#]/g, '')}]]`).join('\n')
  const { get, rendered } = await published(t, { ...Object.fromEntries(notes), 'all.md': links })
  await rendered()
  const read = reader(t, get)
  for (const name of names) {
    for (const form of ['NFC', 'NFD'] as const) {
      const { status, html } = await read(`/s/notes/${encodeURIComponent(name.normalize(form))}`)
      t.equal(status, 200, `${name} ${form}`)
      t.match(html, 'the note of')
    }
    if (name !== '🌙') {
      const { html } = await read(
        `/s/notes/?q=${encodeURIComponent(name.normalize('NFD').slice(0, 4))}`,
      )
      t.match(html, 'class="results"', name)
    }
  }
  t.match((await read('/s/notes/?q=ete')).html, '<mark>', 'without its accents')
  t.match((await read('/s/notes/?q=%E3%83%AB%E3%83%BC%E3%83%81%E3%83%B3')).html, 'class="results"')
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
