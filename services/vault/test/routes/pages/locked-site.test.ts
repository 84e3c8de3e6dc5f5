import t from 'tap'
import { testClock } from '../../running-vault.ts'
import { basic, lockedSite, password } from './locked-site.ts'

const paths = ['', 'index', 'a/', 'a/b', 'calendar.ics', 'nothing', 'a/nothing/'].map(
  path => `/s/notes/${path}`,
)

t.test('shows the same form at every address of a site without the password', async t => {
  const { get, post, token, id } = await lockedSite(t)
  await post('/api/options', {
    token,
    id,
    options: { allowIndexing: true, siteName: 'Our nights' },
  })
  const seen = new Set<string>()
  for (const path of paths)
    for (const headers of [{ accept: 'text/html' }, { accept: '*/*' }, { 'if-none-match': '*' }]) {
      const answer = await get(path, { headers, redirect: 'manual' })
      t.equal(answer.status, 401, path)
      t.equal(answer.headers.get('x-robots-tag'), 'noindex')
      t.equal(answer.headers.get('cache-control'), 'no-store')
      t.match(
        answer.headers.get('content-security-policy'),
        /default-src 'none';.*form-action 'self'/,
      )
      t.equal(answer.headers.get('etag'), null)
      seen.add(await answer.text())
    }
  t.equal(seen.size, 1, 'nothing tells a page from none')
  const [html = ''] = seen
  t.match(html, '<meta name="robots" content="noindex">')
  t.match(html, '<form class="password" method="post">')
  t.notMatch(html, /Welcome|Our nights|<script|VCALENDAR/)
  t.equal((await get(paths[0] ?? '', { method: 'HEAD' })).status, 401)
})

t.test('the form is in the browser’s language, not the site’s', async t => {
  const { enter, get, upload, token, id, rendered } = await lockedSite(t)
  await upload(token, id, 'index.md', '---\nlang: fr\n---\n# Bienvenue')
  await rendered()
  const asked = async (language?: string) => {
    const headers = { accept: 'text/html', ...(language && { 'accept-language': language }) }
    return (await get('/s/notes/', { headers })).text()
  }
  t.match(
    await asked('fr-CA,en;q=0.5'),
    /<html lang="fr">[^]*<h1 dir="auto">Mot de passe requis<[^]*Ouvrir</,
  )
  for (const language of ['en', 'nl', undefined])
    t.match(await asked(language), /<html lang="en">[^]*<h1 dir="auto">Password needed<[^]*Open</)
  const wrong = await enter('moonlight', '/s/notes/', { 'accept-language': 'fr' })
  t.match(await wrong.text(), /role="alert">Ce n’est pas le bon mot de passe/)
})

t.test('calendar programs alone are asked for the password by HTTP Basic', async t => {
  const { get, read } = await lockedSite(t)
  const asked = async (accept: string) =>
    (await get('/s/notes/calendar.ics', { headers: { accept } })).headers.get('www-authenticate')
  t.match(await asked('text/calendar, */*'), /^Basic realm=/)
  t.equal(await asked('text/html,*/*;q=0.8'), null)
  const answer = await get('/s/notes/calendar.ics', { headers: basic(password, 'alex') })
  t.match([answer.status, await answer.text()], [200, 'BEGIN:VCALENDAR'])
  t.equal(await read(basic(password, '')), 200, 'any name')
  const from = async (authorization: string) => read({ authorization })
  t.equal(await from(`basic   ${Buffer.from(`a:${password}`).toString('base64')}`), 200)
  t.equal(await from(`Basic ${Buffer.from(password).toString('base64')}`), 401, 'no colon')
  t.equal(await from('Basic ***'), 401)
  t.equal(await from(`Bearer ${password}`), 401)
  t.equal(await read(basic(`${password}:`)), 401)
})

t.test('the password opens the site, in this browser and for 30 days', async t => {
  const clock = testClock()
  const { get, enter, read, rendered } = await lockedSite(t, { clock })
  await rendered()
  const wrong = await enter('moonlight')
  t.match([wrong.status, wrong.headers.getSetCookie()], [401, []])
  t.match(await wrong.text(), /role="alert">That password is wrong/)

  const right = await enter(password, '/s/notes/a/b?x=1')
  t.match([right.status, right.headers.get('location')], [303, '/s/notes/a/b?x=1'])
  const [line = ''] = right.headers.getSetCookie()
  t.match(
    line,
    /^reader=\d+\.[\w-]{43}; Path=\/s\/notes\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  )
  const cookie = line.split(';')[0] ?? ''
  for (const path of ['', 'a/b', 'calendar.ics']) {
    const answer = await get(`/s/notes/${path}`, { headers: { cookie: `a=b; ${cookie}` } })
    t.equal(answer.status, 200)
    t.equal(answer.headers.get('cache-control'), 'private, no-cache')
    t.equal(answer.headers.get('x-robots-tag'), 'noindex')
    const etag = String(answer.headers.get('etag'))
    t.equal(await read({ cookie, 'if-none-match': etag }, `/s/notes/${path}`), 304)
    t.equal(await read({ 'if-none-match': etag }, `/s/notes/${path}`), 401)
  }
  t.equal(await read({ cookie }, '/s/notes/nothing'), 404)
  clock.advance(30 * 86_400 - 1)
  t.equal(await read({ cookie }), 200)
  clock.advance(1)
  t.equal(await read({ cookie }), 401)
})

t.test('a changed or removed password ends every cookie; the same password does not', async t => {
  const { cookieFor, read, setPassword } = await lockedSite(t)
  const cookie = await cookieFor(password)
  await setPassword(password)
  t.equal(await read({ cookie }), 200)
  await setPassword('another one')
  t.equal(await read({ cookie }), 401)
  t.equal(await read(basic(password)), 401)
  t.equal(await read({ cookie: await cookieFor('another one') }), 200)
  await setPassword(null)
  t.equal(await read({}), 200)
  await setPassword(password)
  t.equal(await read({ cookie }), 401, 'not even the old one, with the old password')
})

t.test('refuses a forged cookie, or one of another site', async t => {
  const { cookieFor, read, post, makeSite, upload, token } = await lockedSite(t)
  const cookie = await cookieFor(password)
  const [until = '', signature = ''] = cookie.replace('reader=', '').split('.')
  const other = await makeSite(token, 'other')
  await upload(token, other, 'index.md', 'secret')
  await post('/api/options', { token, id: other, password })
  t.equal(await read({ cookie }, '/s/other/'), 401)
  for (const value of [
    '',
    '.',
    `${until}.`,
    `${until}.${'A'.repeat(43)}`,
    `${Number(until) + 1}.${signature}`,
    `${until}.${signature}A`,
    `${until}.${signature.toLowerCase()}`,
    '99999999999999999999.x',
  ])
    t.equal(await read({ cookie: `reader=${value}` }), 401, value)
  t.equal(await read({ cookie: `reader=x; ${cookie}` }), 200)
})

t.test('slows down guesses per network and site', async t => {
  const clock = testClock()
  const settings = { TRUSTED_PROXIES: '127.0.0.1' }
  const { enter, read, makeSite, post, token } = await lockedSite(t, { settings, clock })
  const near = { 'x-forwarded-for': '203.0.113.9' }
  const far = { 'x-forwarded-for': '198.51.100.4' }
  for (let guess = 0; guess < 5; guess++)
    if (guess % 2 === 0) t.equal((await enter(`guess ${guess}`, '/s/notes/', near)).status, 401)
    else t.equal(await read({ ...basic(`guess ${guess}`), ...near }), 401)
  const refused = await enter(password, '/s/notes/', near)
  t.equal(refused.status, 429, 'also the right one')
  t.equal(refused.headers.get('retry-after'), '2')
  t.match(await refused.text(), 'Too many wrong passwords. Try again in 2 seconds.')
  t.equal(await read({ ...basic(password), ...near }), 429)
  t.equal((await enter(password, '/s/notes/', far)).status, 303)
  t.equal(await read({ ...basic(password), ...near }), 429, 'what is right elsewhere says nothing')
  const other = await makeSite(token, 'other')
  await post('/api/options', { token, id: other, password: 'moonlight two' })
  t.equal((await enter('moonlight two', '/s/other/', near)).status, 303)
  clock.advance(2)
  t.equal((await enter(password, '/s/notes/', near)).status, 303)
})

t.test('after the password the browser stays on this host, by https where it is one', async t => {
  const settings = { VAULT_SITE_DOMAIN: 'pages.example.org', PUBLIC_URL: 'https://example.org' }
  const { service } = await lockedSite(t, { settings })
  const { headers } = await service.inject({
    url: '//evil.example/x',
    method: 'POST',
    headers: {
      host: 'notes.pages.example.org',
      'content-type': 'application/x-www-form-urlencoded',
    },
    payload: new URLSearchParams({ password }).toString(),
  })
  t.equal(headers.location, '/evil.example/x')
  t.match(headers['set-cookie'], /; Path=\/; .*; Secure$/)
})

t.test('refuses malformed password forms, and those of missing sites', async t => {
  const { enter, setPassword, url } = await lockedSite(t)
  t.equal((await enter(password, '/s/missing/')).status, 404)
  t.equal((await enter('x'.repeat(5_000))).status, 413)
  t.equal((await enter('x'.repeat(1_000))).status, 401)
  t.equal(
    (await fetch(`${url}/s/notes/`, { method: 'POST', body: password })).status,
    400,
    'no form',
  )
  await setPassword(null)
  const open = await enter(password)
  t.match([open.status, open.headers.get('location')], [303, '/s/notes/'], 'it has none any more')
})
