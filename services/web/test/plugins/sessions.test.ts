import t from 'tap'
import { Browser } from '../browser.ts'
import { buildWeb, runWeb } from '../running-web.ts'

t.test('a session on the server', async t => {
  const web = await runWeb(t)
  const enter = async () => {
    const browser = new Browser(web)
    const { cookies } = await browser.signIn('alex@example.com')
    return { browser, cookie: cookies.find(({ name }) => name === 'session') }
  }
  const status = async (cookie: string) =>
    (await web.service.inject({ url: '/statistics', headers: { cookie } })).statusCode

  await t.test('has a cookie that is HttpOnly and SameSite, of which a digest is kept', async t => {
    const { cookie } = await enter()
    t.match(cookie, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 180 * 86_400 })
    t.notOk(cookie?.secure, 'on http it could not be sent back')
    const rows = await web.db.selectFrom('sessions').selectAll().execute()
    const stored = rows.flatMap(row => Object.values(row).map(String))
    t.ok(stored.length > 0)
    t.notOk(stored.some(value => value.includes(cookie?.value ?? '')))
    const good = `session=${cookie?.value}`
    t.equal(await status(good), 200)
    for (const bad of ['session=garbage', `${good}; ${good}`, `session=${'A'.repeat(43)}`])
      t.equal(await status(bad), 401, bad.slice(0, 30))
  })

  await t.test('is extended by use, recorded once an hour', async t => {
    const { browser } = await enter()
    const touched = async () =>
      (await web.db.selectFrom('sessions').select('last_seen_at as at').execute())
        .map(({ at }) => at.toString())
        .toSorted()
        .at(-1)
    const before = await touched()
    await browser.get('/')
    t.equal(await touched(), before, 'a read writes nothing')
    web.clock.advance({ hours: 2 })
    await browser.get('/')
    t.not(await touched(), before)
    for (const [days, expected] of [
      [29, 200],
      [30, 401],
    ] as const) {
      web.clock.advance({ hours: days * 24 })
      t.equal((await browser.get('/statistics')).statusCode, expected)
    }
  })

  await t.test('ends at once with its place on the list, and by signing out', async t => {
    const { browser } = await enter()
    const cookie = `session=${browser.cookies.get('session')}`
    const config = { ...web.config, ALLOWED_EMAILS: ['robin@example.com'] }
    const others = await buildWeb(t, web.emulator, config)
    const there = await others.service.inject({ url: '/statistics', headers: { cookie } })
    t.equal(there.statusCode, 401)
    const { statusCode, headers } = await browser.post('/sign-out')
    t.same([statusCode, headers.location], [302, '/'])
    t.notOk(browser.cookies.has('session'))
    t.equal(await status(cookie), 401, 'the old cookie is worth nothing')
    t.equal((await browser.post('/sign-out')).statusCode, 302)
    t.match((await browser.get('/')).body, 'href="/auth"')
  })

  const signIn = async (email: string, language: string) => {
    const browser = new Browser(web)
    const asks = { 'accept-language': language }
    await browser.get(await browser.consent({ email }), asks)
    return (await browser.get('/', asks)).headers['content-language']
  }

  await t.test('takes the language of the browser at first, if we speak it', async t => {
    const newcomer = 'robin@example.com'
    t.equal(await signIn(newcomer, 'fr-CA,fr;q=0.9,en;q=0.5'), 'fr')
    t.equal(await signIn(newcomer, 'en'), 'fr', 'later ones keep it')
  })

  await t.test('has Secure cookies on https', async t => {
    const config = { ...web.config, PUBLIC_URL: 'https://routine.example.com' }
    const { service } = await buildWeb(t, web.emulator, config)
    const { headers } = await service.inject({ method: 'POST', url: '/sign-out' })
    for (const cookie of [headers['set-cookie']].flat()) t.match(cookie, 'Secure')
    const { cookies } = await service.inject('/auth')
    t.match(cookies[0], { name: /^__Host-oauth_tx_/, secure: true })
  })
})
