import { hash } from 'node:crypto'
import { globSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { published } from '../../published-site.ts'
import { startVault } from '../../running-vault.ts'

t.test('shows notes as pages, folders as lists, and other files unchanged', async t => {
  const { get, post, token, id } = await published(t, {
    'index.md': '# Welcome\n\n[[Folder/Two]]',
    'Folder/One.md': 'one',
    'Folder/Two.md': 'two',
    'Ordner/index.md': 'der Ordner',
    'e\u0301.md': 'accent',
    'data.json': '{"a":1}',
    'photo.JPG': 'no photo',
    LICENSE: 'free',
  })
  const page = async (path: string) => {
    const answer = await get(path, { redirect: 'manual' })
    const { status, headers } = answer
    return {
      status,
      type: headers.get('content-type'),
      to: headers.get('location'),
      html: await answer.text(),
    }
  }
  t.match(await page('/s/notes/'), { status: 200, html: /<title>Welcome · notes<\/title>/ })
  t.match(await page('/s/notes'), { status: 308, to: '/s/notes/' })
  // A link back to the site, unless it cannot exist.
  const back = /<a class="home" href="\/s\/notes\/">notes<\/a>/
  const missing = { headers: { accept: 'text/html' } }
  t.match(await (await get('/s/notes/nothing', missing)).text(), back)
  t.notMatch(await (await get('/s/missing/', missing)).text(), 'class="home"')
  t.match(
    await (await get('/s/notes/Folder/Twoo', missing)).text(),
    /Did you mean[^]*href="\/s\/notes\/Folder\/Two">Two</,
  )
  t.equal((await get('/s/notes/nothing', missing)).status, 404)
  t.match(await page('/s/notes/index'), { status: 200, html: /Welcome/ })
  t.match(await page('/s/notes/index.md'), { status: 200, html: /Welcome/ })
  t.match(await page('/s/notes/Folder/One'), { html: /<h1 dir="auto">One<\/h1>\s*<p>one<\/p>/ })
  t.match(await page('/s/notes/Folder'), { status: 308, to: '/s/notes/Folder/' })
  t.match(await page('/s/notes/Folder/'), {
    status: 200,
    html: /href="\/s\/notes\/Folder\/Two">Two/,
  })
  t.match(await page('/s/notes/Ordner/'), { html: /<h1 dir="auto">Ordner<\/h1>\s*<p>der Ordner/ })
  t.match(await page('/s/notes/%C3%A9'), { status: 200, html: /accent/ }, 'composed')
  t.match(await page('/s/notes/e%CC%81'), { status: 200, html: /accent/ }, 'as it came')
  t.match(await page('/s/notes/data.json'), {
    type: 'application/json; charset=utf-8',
    html: '{"a":1}',
  })
  t.match(await page('/s/notes/photo.JPG'), { type: 'image/jpeg' })
  t.match(await page('/s/notes/LICENSE'), { type: 'application/octet-stream', html: 'free' })

  for (const [path, expected] of [
    ['/s/notes/nothing', 404],
    ['/s/notes/Folder/nothing/', 404],
    ['/s/other/', 404],
    ['/s/NOTES/', 404],
    ['/s/%00/', 400],
    ['/s/notes/..%2f..%2fetc%2fpasswd', 404],
    ['/s/notes/%2e%2e/notes/secret', 404],
    ['/s/notes/Folder//One', 404],
    [`/s/notes/${'x'.repeat(3_000)}`, 404],
    ['/nothing', 404],
  ] as const) {
    const { status, html } = await page(path)
    t.equal(status, expected, path.slice(0, 40))
    t.match(html, /<h1[^>]*>Error|"error"/)
  }
  t.equal((await page('/s/notes/%')).status, 400)
  t.equal((await page('/s/notes/a%00b')).status, 400)

  const options = {
    siteName: 'Our <nights>',
    indexFile: 'Folder/One',
    defaultTheme: 'dark',
    hideTitle: true,
  }
  await post('/api/options', { token, id, options })
  const start = await page('/s/notes/')
  t.match(
    start.html,
    /<html lang="en" data-theme="dark">[\s\S]*One · Our &lt;nights&gt;[\s\S]*<p>one/,
  )
  t.notMatch(start.html, '<h1')
})

t.test('a site without a slug cannot be read, and one without notes says so', async t => {
  const { get, post, signIn, makeSite, upload } = await startVault(t)
  const token = await signIn()
  const id = await makeSite(token)
  await upload(token, id, 'a/b.md', 'text')
  t.equal((await get(`/s/${id}/a/b`)).status, 404)
  await post('/api/slug', { token, id, slug: 'now' })
  t.match(await (await get('/s/now/')).text(), 'href="/s/now/a/">a/</a>')
  await post('/api/remove', { token, id, path: 'a/b.md' })
  t.match(await (await get('/s/now/')).text(), 'Nothing has been published here yet.')
})

t.test('finds a note whatever the capitals of its name or of its address are', async t => {
  const { get, post, token, id } = await published(t, {
    'Index.md': '---\nlang: fr\n---\n# Accueil\n\n[[index]] [[Trips]] [[Shed]]',
    'Trips/INDEX.md': '# The trips',
    'Shed/Readme.md': '# The shed',
    'Shed/Été.md': 'summer',
    'Attic/Box.md': 'a box',
    'photo.PNG': 'png',
    'Both/index.md': 'small',
    'Both/Index.md': 'large',
    'Both/readme': 'a file',
  })
  const ask = async (path: string) => {
    const answer = await get(`/s/notes/${path}`, { redirect: 'manual' })
    return [answer.status, answer.headers.get('location') ?? (await answer.text())] as const
  }
  const shows: [address: string, html: RegExp][] = [
    [
      '',
      /lang="fr"[^]*<h1[^>]*>Accueil<\/h1>[^]*href="\/s\/notes\/">index<[^]*"\/s\/notes\/Trips\/">Trips</,
    ],
    ['Trips/', /<h1[^>]*>The trips/],
    ['Shed/', /<h1[^>]*>The shed/],
    ['Both/', /<p>small/],
    ['Both/Index.md', /<p>large/],
  ]
  for (const [address, html] of shows) {
    const [status, page] = await ask(address)
    t.equal(status, 200, address)
    t.match(page, html, address)
  }
  for (const [address, right] of [
    ['shed/%C3%A9t%C3%A9', 'Shed/%C3%89t%C3%A9'],
    ['SHED/E%CC%81TE%CC%81.MD', 'Shed/%C3%89t%C3%A9'],
    ['attic/box', 'Attic/Box'],
    ['trips/', 'Trips/'],
    ['trips', 'Trips/'],
    ['attic', 'Attic/'],
    ['ATTIC/', 'Attic/'],
    ['shed/', 'Shed/'],
    ['photo.png', 'photo.PNG'],
  ] as const)
    t.same(await ask(address), [302, `/s/notes/${right}`], address)
  for (const address of ['attic/bo', 'atti', 'attic/box/', 'attic//box', 'Both/README.md'])
    t.equal((await ask(address))[0], 404, address)
  await post('/api/options', { token, id, options: { indexFile: 'attic/box' } })
  t.match((await ask(''))[1], '<p>a box')
  await post('/api/options', { token, id, password: 'moonlight' })
  t.equal((await ask('attic/box'))[0], 401, 'not without the password')
})

t.test('a drawing that is too long for a page is its picture', async t => {
  const drawing = `---\nexcalidraw-plugin: parsed\n---\n# Text Elements\nBoat ^abcdefgh\n\n%%\n# Drawing\n${'x'.repeat(300_000)}`
  const { get, rendered } = await published(t, {
    'Plan.excalidraw.md': drawing,
    'Plan.excalidraw.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
    'Other.excalidraw.md': drawing.replace('Boat', 'Car'),
    'a.md': '![[Plan.excalidraw]] ![[Other.excalidraw]]',
  })
  await rendered()
  const page = async (path: string) => (await get(`/s/notes/${path}`)).text()
  const picture = '<img src="/s/notes/Plan.excalidraw.svg"'
  t.match(await page('Plan.excalidraw'), picture)
  t.match(await page('Plan.excalidraw'), '<title>Plan · notes</title>')
  t.match(await page('Other.excalidraw'), 'too long for a page')
  t.match(await page('a'), picture)
  t.match(await page('a'), '<a href="/s/notes/Other.excalidraw">')
})

t.test('a base is a table of the notes of its site, as they are now', async t => {
  const { get, post, upload, token, id, rendered, makeSite } = await published(t, {
    'Books/Moon.md': '---\nrating: 9\n---\n',
    'Books/Whale.md': '---\nrating: 10\n---\n',
    'Best.base': 'filters: rating > 8\nviews:\n  - type: table\n    order: [file.name, rating]\n',
    'a.md': '![[Best.base]]',
  })
  const other = await makeSite(token, 'other')
  await upload(token, other, 'Stranger.md', '---\nrating: 99\n---\n')
  await rendered()
  const shown = async (path: string) => {
    const page = await (await get(`/s/notes/${path}`)).text()
    return [...page.matchAll(/<td dir="auto">(?:<a [^>]*>)?([^<]*)/g)]
      .map(([, cell]) => cell)
      .join(' ')
  }
  t.equal(await shown('Best.base'), 'Moon 9 Whale 10')
  t.equal(await shown('a'), 'Moon 9 Whale 10')
  await upload(token, id, 'Books/Moon.md', '---\nrating: 1\n---\n')
  await rendered()
  t.equal(await shown('a'), 'Whale 10')
  await post('/api/remove', { token, id, path: 'Books/Whale.md' })
  t.equal(await shown('Best.base'), '')
})

t.test('answers 304 for what a reader already has', async t => {
  const { get, upload, token, id } = await published(t, { 'a.md': 'one', 'b.txt': 'bytes' })
  for (const path of ['/s/notes/a', '/s/notes/b.txt']) {
    const first = await get(path)
    const etag = first.headers.get('etag') ?? ''
    t.match(etag, /^"[0-9a-f]{64}"$/)
    t.equal(first.headers.get('cache-control'), 'public, no-cache')
    const again = (known: string) => get(path, { headers: { 'if-none-match': known } })
    const ask = async (known: string) => (await again(known)).status
    for (const known of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
      t.equal(await ask(known), 304, `${path} ${known}`)
    t.equal(await ask('"x"'), 200)
    // What a browser keeps of a page takes the policy of this answer, and the pictures go by it.
    for (const header of ['content-security-policy', 'cache-control'])
      t.equal((await again(etag)).headers.get(header), first.headers.get(header))
    await upload(token, id, path.endsWith('a') ? 'a.md' : 'b.txt', 'three')
    t.equal(await ask(etag), 200, 'until it changes, also to as many bytes at the same time')
  }
  t.equal((await get('/s/notes/b.txt', { method: 'HEAD' })).headers.get('content-length'), '5')
})

t.test('renders a page once, and again when the site changes', async t => {
  const vault = await published(t, { 'a.md': '# A\n\n[[b]]', 'gone.md': 'still here' })
  const { get, upload, post, token, id, folder } = vault
  const a = async () => (await get('/s/notes/a')).text()
  const link = 'href="/s/notes/b"'
  t.notMatch(await a(), link)
  await upload(token, id, 'b.md', 'b')
  t.match(await a(), link)
  await post('/api/remove', { token, id, path: 'b.md' })
  t.notMatch(await a(), link)
  await post('/api/options', { token, id, options: { siteName: 'Our family' } })
  t.match(await a(), 'Our family')

  t.match(await (await get('/s/notes/gone')).text(), 'still here')
  const [content = ''] = globSync(`**/${hash('sha256', 'still here')}`, { cwd: folder })
  rmSync(join(folder, content))
  t.match(await (await get('/s/notes/gone')).text(), 'still here', 'not read again')
})

t.test('serves ranges of a file', async t => {
  const { get, upload, token, id } = await published(t, { 'b.bin': '0123456789' })
  const etag = `"${hash('sha256', '0123456789')}"`
  const ask = async (headers: Record<string, string>) => {
    const answer = await get('/s/notes/b.bin', { headers })
    return {
      status: answer.status,
      range: answer.headers.get('content-range'),
      body: await answer.text(),
    }
  }
  t.match(await ask({ range: 'bytes=2-4' }), { status: 206, range: 'bytes 2-4/10', body: '234' })
  t.match(await ask({ range: 'bytes=-2' }), { status: 206, body: '89' })
  t.match(await ask({ range: 'bytes=8-' }), { status: 206, body: '89' })
  t.match(await ask({ range: 'bytes=20-30' }), { status: 416, range: 'bytes */10' })
  t.match(await ask({ range: 'nonsense' }), { status: 200, body: '0123456789' })
  t.match(await ask({ range: 'bytes=2-4', 'if-range': etag }), { status: 206 })
  await upload(token, id, 'b.bin', 'abcdefghij')
  t.match(await ask({ range: 'bytes=2-4', 'if-range': etag }), { status: 200, body: 'abcdefghij' })
})

t.test('no uploaded script runs', async t => {
  const evil = '<script>alert(document.domain)</script>'
  const { get } = await published(t, {
    ...Object.fromEntries(
      ['html', 'xml', 'xhtml', 'js', 'mjs', 'css', 'wasm', 'webmanifest'].map(end => [
        `evil.${end}`,
        evil,
      ]),
    ),
    'evil.svg': `<svg xmlns="http://www.w3.org/2000/svg">${evil}</svg>`,
    'paper.pdf': '%PDF',
    'evil.md': evil,
    'large.md': `${evil}${'x'.repeat(1_100_000)}`,
  })
  // The application is on the same origin, and its pages may load scripts and styles from there.
  for (const end of ['html', 'svg', 'xml', 'xhtml', 'js', 'mjs', 'css', 'wasm', 'webmanifest']) {
    const { headers } = await get(`/s/notes/evil.${end}`)
    const type = end === 'svg' ? 'image/svg+xml' : 'application/octet-stream'
    const own = { 'content-type': type, 'content-disposition': 'attachment' }
    t.match(Object.fromEntries(headers), { ...own, 'x-content-type-options': 'nosniff' }, end)
    t.match(headers.get('content-security-policy'), /^sandbox; default-src 'none'/, end)
  }
  t.equal((await get('/s/notes/paper.pdf')).headers.get('content-disposition'), null)
  const page = await get('/s/notes/evil')
  t.notMatch(await page.text(), '<script')
  t.match(page.headers.get('content-security-policy'), /default-src 'none'; style-src 'self'/)
  t.notMatch(page.headers.get('content-security-policy'), /script-src|unsafe/)
  t.match(await (await get('/s/notes/large')).text(), /too long for a page \(1\.1 MB\)/)
  const large = await get('/s/notes/large?file')
  t.equal(large.headers.get('content-type'), 'text/markdown; charset=utf-8')
  t.equal((await large.text()).length, evil.length + 1_100_000)
})

t.test('asks search engines to leave a site out unless its owner allows them', async t => {
  const files = { 'index.md': '# Welcome', 'calendar.ics': 'BEGIN:VCALENDAR' }
  const { get, post, token, id } = await published(t, files)
  const robots = async (path: string) => {
    const answer = await get(path)
    const text = await answer.text()
    return [answer.headers.get('x-robots-tag'), text.includes('<meta name="robots"')]
  }
  const paths = ['/s/notes/', '/s/notes/index', '/s/notes/calendar.ics', '/s/notes/nothing']
  for (const path of paths) t.equal((await robots(path))[0], 'noindex', path)
  t.same(await robots('/s/notes/'), ['noindex', true])
  await post('/api/options', { token, id, options: { allowIndexing: true } })
  for (const path of paths.slice(0, -1)) t.same(await robots(path), [null, false], path)
})

t.test('only a site that may be indexed has a sitemap and a feed', async t => {
  const site = await published(t, {
    'index.md': '# Welcome\n\n[[Two]] ![[Two]] \u0001[up](#x)',
    'Two.md': '---\ndate: 2031-01-01\n---\ntwo <&>',
    'Hidden/a.md': 'secret',
    'b.txt': 'no note',
  })
  const { get, post, token, id, makeSite, upload, rendered } = site
  const other = await makeSite(token, 'other')
  await upload(token, other, 'sitemap.xml', '<own/>')
  await rendered()
  const robots = async () => (await get('/robots.txt')).text()
  t.equal(await robots(), 'User-agent: *\nDisallow:\n')
  for (const path of ['sitemap.xml', 'feed.xml'])
    t.equal((await get(`/s/notes/${path}`)).status, 404, path)
  t.notMatch(await (await get('/s/notes/')).text(), 'feed.xml')

  const options = { allowIndexing: true, navigationHiddenItems: ['Hidden'], siteName: 'A & B' }
  await post('/api/options', { token, id, options })
  await post('/api/options', { token, id: other, options: { allowIndexing: true } })
  const base = /Sitemap: (.*)notes\/sitemap\.xml/.exec(await robots())?.[1] ?? ''
  t.match(await robots(), `Sitemap: ${base}other/sitemap.xml\n`)
  t.match(await (await get('/s/notes/')).text(), /rel="alternate" [^>]*href="\/s\/notes\/feed.xml"/)
  const map = await get('/s/notes/sitemap.xml')
  t.equal(map.headers.get('content-type'), 'application/xml; charset=utf-8')
  const listed = [...(await map.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, one]) => one)
  t.same(listed, [`${base}notes/Two`, `${base}notes/`])
  t.equal(await (await get('/s/other/sitemap.xml')).text(), '<own/>')

  const feed = await get('/s/notes/feed.xml')
  t.equal(feed.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  const xml = (await feed.text()).replaceAll('&#x3D;', '=')
  t.match(xml, /<title>A &amp; B<\/title>[^]*<title>Two<\/title>[^]*<title>Welcome<\/title>/)
  t.match(xml, '&lt;p&gt;two &amp;lt;&amp;amp;&amp;gt;&lt;/p&gt;', 'the text, twice escaped')
  t.match(xml, `&lt;a href=&quot;${base}notes/Two&quot;`, 'absolute')
  t.notOk(xml.includes('secret') || xml.includes('\u0001'))
  const entries = xml.split('<entry>').slice(1)
  t.equal(entries.length, 2)
  for (const entry of entries) t.match(entry, /<updated>2026-11-20T12:00:00Z</)
  const etag = feed.headers.get('etag') ?? ''
  const again = await get('/s/notes/feed.xml', { headers: { 'if-none-match': etag } })
  t.equal(again.status, 304)
})

t.test('serves sites at subdomains if a domain is set', async t => {
  const settings = { VAULT_SITE_DOMAIN: 'pages.example.org' }
  const files = { 'index.md': '[[Two]]', 'Two.md': 'two' }
  const { service, get } = await published(t, files, { settings })
  const at = (host: string, url: string) => service.inject({ url, headers: { host } })
  t.match(await at('notes.pages.example.org', '/'), { statusCode: 200, body: /href="\/Two"/ })
  t.match(await at('NOTES.pages.example.org:8443', '/Two'), { statusCode: 200, body: /<p>two/ })
  for (const host of ['other.pages.example.org', 'notes.pages.example.org.evil.org'])
    t.match(await at(host, '/Two'), { statusCode: 404 }, host)
  t.match(await at('notes.pagesXexample.org', '/Two'), { statusCode: 404 })
  t.equal((await get('/s/notes/Two')).status, 200)
})
