import t from 'tap'
import { published } from '../../published-site.ts'

const main = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? ''

const tree = (html: string) =>
  [
    ...(/<nav id="notes"[^]*?<\/nav>/.exec(html)?.[0] ?? '').matchAll(
      /<(?:summary|a [^>]*)>([^<]+)</g,
    ),
  ].map(([, name]) => name)

t.test('uses titles, aliases and the order of the navigation', async t => {
  const { get, post, token, id, rendered } = await published(t, {
    'index.md': '# Welcome\n\n[[Sea]] [[Trip|x]]',
    '2026-9.md': '# September',
    '2026-10.md': '# October',
    'Trips/sea.md': '---\ntitle: The sea\naliases: [Trip]\n---\ntext',
    'Trips/hidden.md': 'not in the tree',
    'photo.png': 'x',
  })
  const page = async (path: string) => (await get(`/s/notes/${path}`)).text()
  await rendered()
  const home = await page('')
  t.match(main(home), /href="\/s\/notes\/Trips\/sea">Sea<[^]*href="\/s\/notes\/Trips\/sea">x</)
  t.same(tree(home), ['Welcome', 'Trips', 'hidden', 'The sea', 'October', 'September'])
  t.match(home, '<li dir="auto"><details><summary>Trips')
  const sea = await page('Trips/sea')
  t.match(sea, '<title>The sea · notes</title>')
  t.match(sea, '<details open><summary>Trips')
  t.match(sea, '<a href="/s/notes/Trips/sea" aria-current="page">The sea</a>')

  const options = {
    siteName: 'Ours',
    indexFile: 'Trips/sea',
    navigationOrdering: ['2026-10.md', 'Trips'],
    navigationHiddenItems: ['Trips/hidden'],
  }
  await post('/api/options', { token, id, options })
  const changed = await page('')
  t.match(changed, '<title>The sea · Ours</title>')
  t.same(tree(changed), ['October', 'Trips', 'The sea', 'September', 'Welcome'])
  const none = { showNavigation: false, showSearch: false, showOutline: false }
  await post('/api/options', { token, id, options: none })
  t.notMatch(await page(''), /<nav|type="search"/)
})

t.test('shows a table of contents from three headings on', async t => {
  const { get } = await published(t, {
    'long.md': '# T\n\n## One\n\n### Two\n\n## Three',
    'short.md': '# T\n\n## One\n\n## Two',
  })
  const page = async (path: string) => (await get(`/s/notes/${path}`)).text()
  t.match(
    await page('long'),
    /aria-label="On this page"[^]*level-0"><a href="#h-one">One<[^]*level-1"><a href="#h-two">Two</,
  )
  t.notMatch(await page('short'), 'On this page')
})

t.test('the search finds notes of the site, with an excerpt', async t => {
  const { get, post, token, id, upload, makeSite, rendered } = await published(t, {
    'Night.md': '# The moon\n\nIt shines over the café. %%hidden words%%',
    'b/Other.md': 'A moonlit path, and `code` too.',
    'data.txt': 'moon',
  })
  const other = await makeSite(token, 'other')
  await upload(token, other, 'secret.md', 'the moon of somebody else')
  await rendered()
  const search = async (words: string) =>
    main(await (await get(`/s/notes/?q=${encodeURIComponent(words)}`)).text())
  const moon = await search('MOON')
  t.match(moon, /2 notes with “MOON”[^]*The moon<[^]*Other</, 'a title counts more')
  t.match(moon, 'A <mark>moonlit</mark> path')
  t.notMatch(moon, 'somebody else')
  t.match(await search('cafe shines'), 'It <mark>shines</mark> over the <mark>café</mark>')
  t.match(await search('moon café'), '1 note with')
  t.match(await search('hidden'), 'Nothing found for “hidden”')
  t.match(await search('code'), '<mark>code</mark>')
  t.match(await search('<b>"x"'), 'Nothing found for “&lt;b&gt;&quot;x&quot;”')

  await upload(token, id, 'Night.md', '# The sun')
  await rendered()
  t.match(await search('moon'), '1 note with', 'a note that changed')
  await post('/api/remove', { token, id, path: 'b/Other.md' })
  t.match(await search('moon'), 'Nothing found')
  await post('/api/options', { token, id, password: 'moonlight' })
  t.equal((await get('/s/notes/?q=sun')).status, 401, 'not without the password')
})

t.test('all that the search finds is reachable, page by page', async t => {
  const names = Array.from({ length: 45 }, (_, at) => `note-${String(at).padStart(3, '0')}`)
  const files = Object.fromEntries(names.map(name => [`${name}.md`, `${name} has an owl & a cat`]))
  const { get, rendered } = await published(t, { ...files, 'b.md': '# Owl\n\ntext' })
  await rendered()
  const page = async (query: string) => main(await (await get(`/s/notes/${query}`)).text())
  const seen: string[] = []
  let address: string | undefined = '?q=owl'
  for (let number = 1; address !== undefined; number++) {
    const html: string = await page(address)
    t.match(html, `<span>Page ${number} of 3</span>`)
    seen.push(
      ...Array.from(
        html.matchAll(/<li dir="auto">\s*<a href="[^"]*">([^<]*)/g),
        ([, name = '']) => name,
      ),
    )
    const [, next] = /<a href="\/s\/notes\/([^"]*)" rel="next">Next/.exec(html) ?? []
    address = next?.replaceAll('&amp;', '&').replaceAll('&#x3D;', '=')
  }
  t.equal(seen[0], 'Owl', 'a title comes first')
  t.same(seen.slice(1).toSorted(), names)
  const second = await page('?q=owl%20cat%20%26&page=2')
  t.match(second, /href="\/s\/notes\/\?q[^"]*owl%20cat%20%26" rel="prev">Previous/)
  t.match(await page('?q=owl&page=99'), 'Page 3 of 3')
  t.notMatch(await page('?q=text'), /Page 1|rel="next"/)
})

t.test('the frame is in the language of the home note', async t => {
  const { get, upload, token, id, rendered } = await published(t, {
    'index.md': '---\nlang: fr\n---\n# Nos nuits\n\n[[b]]',
    'b.md': 'b',
  })
  await rendered()
  const page = async (path: string) =>
    (await get(`/s/notes/${path}`, { headers: { accept: 'text/html' } })).text()
  t.match(await page(''), /<html lang="fr">[^]*Aller au contenu/)
  t.match(await page('rien'), 'Cette page n’existe pas')
  t.match(await page('?q=nuits'), '1 note avec «\u202Fnuits\u202F»')
  await upload(token, id, 'index.md', 'Our nights')
  t.match(await page(''), '<html lang="en">')
})

t.test('renders a note once per content, and forgets it with the content', async t => {
  const { db, post, token, id, upload, rendered } = await published(t, {
    'a.md': '# Same',
    'b.md': '# Same',
  })
  await rendered()
  const rows = () => db.selectFrom('vault.notes').select(['title', 'content']).execute()
  t.same(
    (await rows()).map(({ title }) => title),
    ['Same'],
  )
  await post('/api/remove', { token, id, path: 'a.md' })
  t.equal((await rows()).length, 1, 'another file has it')
  await upload(token, id, 'b.md', '# Changed')
  await rendered()
  t.same(
    (await rows()).map(({ title }) => title),
    ['Changed'],
  )
})
