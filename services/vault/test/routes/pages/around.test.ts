import t from 'tap'
import { published } from '../../published-site.ts'
import { sharedRenderer } from '../../running-vault.ts'

const foot = (html: string) => /<footer class="around">[^]*<\/footer>/.exec(html)?.[0] ?? ''
const main = (html: string) => /<main[^]*<\/main>/.exec(html)?.[0] ?? ''
const addresses = (html: string) =>
  [...html.matchAll(/<li dir="auto"><a href="([^"]*)"/g)].map(([, address]) => address)

type Get = (path: string, init?: RequestInit) => Promise<Response>
/** Reads pages, with the signs in addresses that the templates write as entities. */
const reader = (get: Get) => async (path: string) =>
  (await (await get(`/s/notes/${path}`)).text()).replaceAll('&#x3D;', '=').replaceAll('&amp;', '&')

t.test('below a note are the notes that link to it', async t => {
  const vault = await published(t, {
    'Trips/Sea.md': '---\naliases: [Beach]\n---\n# The sea\n\n[[Trips/Sea]] itself',
    'a.md': '[[Sea]] and [[Sea#x|again]]',
    'Other/b.md': '![[Beach]]',
    'c.md': '[by path](Trips/Sea.md)',
    'd.md': '`[[Sea]]` %%[[Sea]]%% [[Season]] [elsewhere](Other/Sea.md)',
    'Trips/index.md': '# Trips',
    'Trips/e.md': '[up](.) [[Trips]]',
    'photo.png': 'x',
  })
  const { get, post, upload, token, id, makeSite, rendered } = vault
  const elsewhere = await makeSite(token, 'elsewhere')
  await upload(token, elsewhere, 'stranger.md', 'of another site: [[Sea]]')
  await rendered()
  const page = reader(get)
  const sea = foot(await page('Trips/Sea'))
  t.match(sea, 'Linked from')
  t.same(addresses(sea), ['/s/notes/a', '/s/notes/Other/b', '/s/notes/c'])
  t.match(sea, '>b</a> <span class="folder" dir="auto">Other</span>')
  t.same(addresses(foot(await page('Trips/'))), ['/s/notes/Trips/e'])
  t.notMatch(await page('a'), 'Linked from')

  await upload(token, id, 'd.md', 'now with [[beach]]')
  await rendered()
  t.equal(addresses(foot(await page('Trips/Sea'))).length, 4, 'a page that was cached')
  await upload(token, id, 'Sea.md', 'a nearer one')
  await rendered()
  t.same(addresses(foot(await page('Sea'))), ['/s/notes/a'], 'resolved as the links are')
  await post('/api/remove', { token, id, path: 'Sea.md' })
  await post('/api/remove', { token, id, path: 'a.md' })
  t.equal(addresses(foot(await page('Trips/Sea'))).length, 3)
  await post('/api/options', { token, id, options: { showBacklinks: false } })
  t.notMatch(await page('Trips/Sea'), 'Linked from')
  t.notMatch(await page('Trips/Sea?linked'), 'Notes that link')
})

t.test('a page says which folders it is in, and a site in order turns over its notes', async t => {
  const { get, post, token, id } = await published(t, {
    'index.md': '# Home',
    'Sea/Boats/One.md': 'one',
    'Sea/Boats/Two.md': 'two',
    'Sea/index.md': '# The sea',
  })
  const page = reader(get)
  const above = async (path: string) =>
    addresses(/<nav class="above"[^]*?<\/nav>/.exec(await page(path))?.[0] ?? '')
  t.same(await above(''), [])
  t.same(await above('Sea/'), [])
  t.same(await above('Sea/Boats/'), ['/s/notes/Sea/'])
  t.same(await above('Sea/Boats/One'), ['/s/notes/Sea/', '/s/notes/Sea/Boats/'])

  const beside = async (path: string) =>
    [...(await page(path)).matchAll(/href="([^"]*)" rel="(prev|next)"/g)].map(
      ([, address, rel]) => `${rel} ${address}`,
    )
  t.same(await beside('Sea/Boats/One'), [], 'names without an order')
  await post('/api/options', { token, id, options: { navigationOrdering: ['Sea/Boats/Two'] } })
  t.same(await beside(''), ['next /s/notes/Sea/'])
  t.same(await beside('Sea/Boats/Two'), ['prev /s/notes/Sea/', 'next /s/notes/Sea/Boats/One'])
  t.same(await beside('Sea/Boats/One'), ['prev /s/notes/Sea/Boats/Two'])
  await post('/api/options', { token, id, options: { showNavigation: false } })
  t.same([...(await beside('Sea/Boats/One')), ...(await above('Sea/Boats/One'))], [])
})

t.test('notes with numbers are in an order', async t => {
  const { get } = await published(t, { '1 Bath.md': 'a', '2 Bed.md': 'b', 'About.md': 'c' })
  t.match(await (await get('/s/notes/1%20Bath')).text(), 'href="/s/notes/2%20Bed" rel="next"')
})

t.test('of many links a note shows 100, and a page has the others', async t => {
  const files = Array.from({ length: 101 }, (_, at) => [`n${at}.md`, `${at} [[hub]]`] as const)
  const { get, rendered } = await published(t, {
    ...Object.fromEntries(files),
    'hub.md': '---\ntitle: The <hub>\n---\n',
  })
  await rendered()
  const page = reader(get)
  const hub = foot(await page('hub'))
  t.equal(addresses(hub).length, 100)
  t.match(hub, '<a href="/s/notes/hub?linked">And 1 more</a>')
  const first = main(await page('hub?linked'))
  t.match(first, 'Notes that link to “The &lt;hub&gt;”')
  t.match(first, '101 notes')
  t.match(first, 'href="/s/notes/hub?linked&page=2" rel="next"')
  const second = main(await page('hub?linked&page=2'))
  t.same(addresses(second), ['/s/notes/n100'])
  t.notMatch(second, 'rel="next"')
})

const sixtyTags = (note: string) =>
  Array.from({ length: 60 }, (_, at) => `#top/${note}${at}`).join(' ')

t.test('a tag has a page, with 100 tags below it at most', async t => {
  const { get, post, token, id, rendered, upload, makeSite } = await published(t, {
    'a.md': '---\ntags: [Trip/Sea]\n---\ntext #moon',
    'b.md': 'a #trip/sea/boat and `#moon`',
    'c.md': '#Trip',
    'd.md': '#tripod',
    'e.md': sixtyTags('a'),
    'f.md': sixtyTags('b'),
  })
  const other = await makeSite(token, 'other')
  await upload(token, other, 'x.md', '#trip/secret')
  await rendered()
  const page = reader(get)
  const a = await page('a')
  t.match(foot(a), '<a class="tag" href="/s/notes/?tag=Trip%2FSea">#Trip/Sea</a>')
  t.match(main(a), 'text <a href="/s/notes/?tag=moon" class="tag">#moon</a>')
  const trip = main(await page('?tag=trip'))
  t.match(trip, /3 notes with the tag #Trip/i)
  t.notMatch(trip, 'secret')
  t.match(trip, /href="\/s\/notes\/\?tag=trip%2Fsea"/i)
  t.notMatch(trip, /boat|tripod/)
  const sea = main(await page('?tag=TRIP%2Fsea'))
  t.match(sea, '2 notes')
  t.match(sea, /boat/)
  t.match(sea, /\?tag=trip"/i, 'and the one above')
  t.same((await get('/s/notes/?tag=none')).status, 404)
  t.match(await page('?tag=%3Cb%3E'), 'There is nothing here.')
  t.match(await page('?tag=none'), 'No note has the tag #none.')
  const top = main(await page('?tag=top'))
  t.match(top, '2 notes')
  t.equal(top.match(/class="tag"/g)?.length, 100)
  await post('/api/options', { token, id, password: 'moonlight' })
  t.equal((await get('/s/notes/?tag=trip')).status, 401, 'not without the password')
})

t.test('permalinks, aliases and nothing else lead to a note', async t => {
  const { get, post, upload, token, id, rendered } = await published(t, {
    'a.md': '---\npermalink: /old/place/\naliases: [First, b, Été]\n---\na',
    'b.md': '---\npermalink: a\naliases: [First]\n---\nb',
    'c.md': '---\npermalink: First\naliases: [https://evil.example, //evil.example, c]\n---\nc',
    'Folder/d.md': '---\npermalink: c/loop\naliases: [loop, Folder]\n---\nd',
    'e.md': '---\npermalink: loop\naliases: [c/loop]\n---\ne',
  })
  await rendered()
  const ask = async (path: string) => {
    const { status, headers } = await get(`/s/notes/${path}`, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  for (const [path, to] of [
    ['old/place', 'a'],
    ['old/place/', 'a'],
    ['OLD/Place.md', 'a'],
    ['%C3%89t%C3%A9', 'a'],
    ['e%CC%81te%CC%81', 'a'],
    ['First', 'c'],
    ['loop', 'e'],
    ['c/loop', 'Folder/d'],
    ['https://evil.example', 'c'],
  ] as const)
    t.same(await ask(path), [302, `/s/notes/${to}`], path)
  for (const path of ['a', 'b', 'c', 'Folder/']) t.same(await ask(path), [200, null], path)
  t.same(await ask('nothing'), [404, null])
  await upload(token, id, 'First', 'a real file wins')
  t.same(await ask('First'), [200, null])
  await post('/api/options', { token, id, password: 'moonlight' })
  t.same(await ask('old/place'), [401, null], 'not without the password')
})

t.test('the address of a file that moved leads to it', async t => {
  const { get, post, upload, token, id } = await published(t, {
    'Old/place.md': '# Sea',
    'empty.md': '',
    'alone.md': 'nowhere else',
    'photo.png': 'picture',
  })
  const remove = (path: string) => post('/api/remove', { token, id, path })
  const move = async (from: string, to: string, text: string) => {
    await upload(token, id, to, text)
    await remove(from)
  }
  const ask = async (path: string) => {
    const { status, headers } = await get(`/s/notes/${path}`, { redirect: 'manual' })
    return [status, headers.get('location')]
  }
  await move('Old/place.md', 'Trips/Sea.md', '# Sea')
  t.same(await ask('Old/place'), [302, '/s/notes/Trips/Sea'])
  t.same(await ask('Old/place.md'), [302, '/s/notes/Trips/Sea'])
  await upload(token, id, 'Trips/Sea.md', '# Sea, with more words')
  await move('Trips/Sea.md', 'Sea.md', '# Sea, with more words')
  t.same(await ask('Old/place'), [302, '/s/notes/Sea'], 'across two moves')
  await move('photo.png', 'files/photo.png', 'picture')
  t.same(await ask('photo.png'), [302, '/s/notes/files/photo.png'])
  await move('empty.md', 'other.md', '')
  t.same(await ask('empty'), [404, null], 'two empty files are not one that moved')
  await move('Sea.md', 'Old/place.md', '# Sea, with more words')
  t.same(await ask('Old/place'), [200, null], 'back where it was')
  t.same(await ask('Trips/Sea'), [302, '/s/notes/Old/place'])
  await remove('Old/place.md')
  for (const path of ['Old/place', 'Sea', 'Trips/Sea']) t.same(await ask(path), [404, null], path)
  await remove('alone.md')
  t.same(await ask('alone'), [404, null])
})

t.test('redirects end at a note, whatever it claims', async t => {
  const claims = ['..', '/', '//evil.example', 'javascript:alert(1)', 'https://evil.example/']
  const { get, rendered } = await published(t, {
    'own.md': '---\npermalink: own\naliases: [Own, own.md, /own/]\n---\nown',
    'Own folder/note.md': '---\npermalink: Own folder\naliases: [Own folder/note]\n---\nnote',
    'photo.png': 'png',
    'thief.md': '---\npermalink: photo.png\naliases: [own, index, "", "?q=a"]\n---\nthief',
    'one.md': '---\npermalink: two\naliases: [circle/two]\n---\none',
    'two.md': '---\npermalink: circle/two\naliases: [one]\n---\ntwo',
    ...Object.fromEntries(
      claims.map((claim, at) => [`odd${at}.md`, `---\npermalink: "${claim}"\n---\nodd`]),
    ),
  })
  await rendered()
  // The client itself resolves `..`.
  const asked = ['', 'own', 'Own', 'own.md', 'own/', 'Own folder', 'Own folder/', 'photo.png']
    .concat(['index', 'one', 'two', 'circle/two', '..%2f..', '%2F%2Fevil.example'])
    .concat(claims.slice(1).map(encodeURIComponent), claims.slice(1))
  for (const address of asked) {
    let url = `/s/notes/${address}`
    for (let hops = 0; hops < 3; hops++) {
      const { headers } = await get(url, { redirect: 'manual' })
      const to = headers.get('location')
      if (to === null) break
      t.match(to, /^\/s\/notes\/(?!\/)/, address)
      t.ok(hops < 2, `${address}: ${to}`)
      url = to
    }
  }
  const read = async (path: string) => (await get(`/s/notes/${path}`)).text()
  t.match(await read('own'), /<p>own</)
  t.equal(await read('photo.png'), 'png')
  t.match(await read('Own%20folder/'), 'href="/s/notes/Own%20folder/note"')
  t.match(await read('circle/two'), /<p>two</, 'a permalink comes before an alias')
})

t.test('a home without a note shows recent notes and folders with counts', async t => {
  const days = Array.from({ length: 12 }, (_, at) => at + 10)
  const { get, post, token, id, rendered } = await published(t, {
    ...Object.fromEntries(
      days.map(day => [`Days/${day}.md`, `---\ndate: 2026-11-${day}\n---\n# Day ${day}`]),
    ),
    'Days/deep/x.md': '---\ndate: 2020-01-01\n---\n',
    'Private/new.md': '---\ndate: 2027-01-01\n---\n# New',
    'plain.md': 'of the day of its upload',
  })
  await rendered()
  const home = async () => main(await reader(get)(''))
  const [recent = '', all = ''] = (await home()).split('All notes')
  t.same(
    addresses(recent).filter(address => address !== '/s/notes/plain'),
    [
      '/s/notes/Private/new',
      ...[21, 20, 19, 18, 17, 16, 15, 14].map(day => `/s/notes/Days/${day}`),
    ],
    'the newest first',
  )
  t.equal(addresses(recent).length, 10)
  t.match(recent, '<time class="folder" dir="auto" datetime="2026-11-20">November 20, 2026</time>')
  t.match(all, '<a href="/s/notes/Days/">Days/</a> <span class="count" dir="auto">13 notes</span>')
  t.match(all, '<a href="/s/notes/plain">plain</a></li>')
  await post('/api/options', { token, id, options: { navigationHiddenItems: ['Private'] } })
  t.notMatch(await home(), 'Private')
})

t.test('a page has its date, its language and what previews need', async t => {
  const { get, post, token, id, url, rendered } = await published(
    t,
    {
      'index.md': '---\nlang: fr\n---\n# Nos nuits\n\n[[Mer/Plage]]',
      'Mer/Plage.md':
        '---\ndate: 2026-08-01\ndescription: Le "sable" <chaud>\nimage: "[[tente.png]]"\n---\n# La plage',
      'Mer/tente.png': 'x',
      'b.md': 'Voir [[Plage]]. ![[tente.png]] ![x](https://tracker.example/x.png)',
    },
    { settings: { PUBLIC_URL: 'https://vault.example' } },
  )
  await rendered()
  const page = reader(get)
  const beach = await page('Mer/Plage')
  t.match(beach, '<time datetime="2026-08-01">1 août 2026</time>')
  t.match(foot(beach), 'Liens vers cette page')
  const head = beach.slice(0, beach.indexOf('</head>'))
  for (const expected of [
    '<meta name="description" content="Le &quot;sable&quot; &lt;chaud&gt;">',
    '<link rel="canonical" href="https://vault.example/s/notes/Mer/Plage">',
    '<meta property="og:title" content="La plage">',
    '<meta property="og:site_name" content="notes">',
    '<meta property="og:description" content="Le &quot;sable&quot; &lt;chaud&gt;">',
    '<meta property="og:image" content="https://vault.example/s/notes/Mer/tente.png">',
  ])
    t.match(head, expected)
  t.match(await page('b'), '>Mise à jour le 20 novembre 2026</time>', 'of the upload')
  t.match(await page(''), '<link rel="canonical" href="https://vault.example/s/notes/">')
  const [, icon = ''] = /rel="icon" href="([^"]*)"/.exec(head) ?? []
  const answer = await fetch(url + icon)
  t.equal(answer.headers.get('content-type'), 'image/svg+xml')
  t.notMatch(await answer.text(), /style|script/)
  await post('/api/options', { token, id, password: 'moonlight' })
  t.notMatch(await page('Mer/Plage'), /og:|canonical|sable/, 'not without the password')
})

t.test('the first reader of a note sees its date and the direction of its title', async t => {
  // No note is rendered before a reader asks for it.
  const renderer = { ...sharedRenderer, renderAhead: async () => 'interrupted' as const }
  const note = '---\ndate: 2023-12-12\ntitle: بيت\n---\nHouse'
  const { get } = await published(t, { 'House.md': note }, { renderer })
  const page = await reader(get)('House')
  t.match(page, '<time datetime="2023-12-12">')
  t.match(page, '<h1 dir="auto">بيت</h1>')
})
