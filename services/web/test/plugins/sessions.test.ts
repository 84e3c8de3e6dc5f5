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

  await t.test('the cookie is HttpOnly and SameSite', async t => {
    const { cookie } = await enter()
    t.match(cookie, { httpOnly: true, sameSite: 'Lax', path: '/', maxAge: 180 * 86_400 })
    t.notOk(cookie?.secure, 'on http it could not be sent back')
  })

  await t.test('stores only its digest', async t => {
    const { cookie } = await enter()
    const rows = await web.db.selectFrom('sessions').selectAll().execute()
    const stored = rows.flatMap(row => Object.values(row).map(String))
    t.ok(stored.length > 0)
    t.notOk(stored.some(value => value.includes(cookie?.value ?? '')))
  })

  await t.test('an invalid cookie gets 401, never 500', async t => {
    const { cookie } = await enter()
    const good = `session=${cookie?.value}`
    t.equal(await status(good), 200)
    const bad = [
      '',
      'session=',
      'session=garbage',
      `session=${'x'.repeat(5_000)}`,
      `${good}; ${good}`,
      `session=${'A'.repeat(43)}`,
    ]
    for (const header of bad) t.equal(await status(header), 401, header.slice(0, 30))
  })

  await t.test('use extends it by 30 days, recorded once an hour', async t => {
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
    web.clock.advance({ hours: 29 * 24 })
    t.equal((await browser.get('/statistics')).statusCode, 200)
    web.clock.advance({ hours: 30 * 24 })
    t.equal((await browser.get('/statistics')).statusCode, 401)
  })

  await t.test('it ends after 180 days even in use', async t => {
    const { browser } = await enter()
    const answers: number[] = []
    for (let week = 1; week <= 25; week++) {
      web.clock.advance({ hours: 7 * 24 })
      answers.push((await browser.get('/statistics')).statusCode)
    }
    t.ok(answers.every(statusCode => statusCode === 200))
    web.clock.advance({ hours: 7 * 24 })
    t.equal((await browser.get('/statistics')).statusCode, 401)
  })

  await t.test('removal from the list ends it at once', async t => {
    const { browser } = await enter()
    const others = await buildWeb(t, web.emulator, {
      ...web.config,
      ALLOWED_EMAILS: ['robin@example.com'],
    })
    const cookie = `session=${browser.cookies.get('session')}`
    const { statusCode } = await others.service.inject({ url: '/statistics', headers: { cookie } })
    t.equal(statusCode, 401)
  })

  await t.test('sign-out ends it on the server, and is idempotent', async t => {
    const { browser } = await enter()
    const cookie = `session=${browser.cookies.get('session')}`
    const { statusCode, headers } = await browser.post('/sign-out')
    t.same([statusCode, headers.location], [302, '/'])
    t.notOk(browser.cookies.has('session'))
    const replayed = await web.service.inject({ url: '/calendars', headers: { cookie } })
    t.equal(replayed.statusCode, 401, 'the old cookie is worth nothing')
    t.equal((await browser.post('/sign-out')).statusCode, 302)
    t.match((await browser.get('/')).body, 'href="/auth"')
  })
})

t.test('on https the cookies are Secure', async t => {
  const { service } = await runWeb(t, { PUBLIC_URL: 'https://routine.example.com' })
  const { headers } = await service.inject({ method: 'POST', url: '/sign-out' })
  for (const cookie of [headers['set-cookie']].flat()) t.match(cookie, 'Secure')
  const { cookies } = await service.inject('/auth')
  t.match(cookies[0], { name: /^__Host-oauth_tx_/, secure: true })
})

t.test('the first sign-in takes the language of the browser, if we speak it', async t => {
  const web = await runWeb(t)
  const signIn = async (email: string, language: string) => {
    const browser = new Browser(web)
    const asks = { 'accept-language': language }
    await browser.get(await browser.consent({ email }), asks)
    return (await browser.get('/', asks)).headers['content-language']
  }
  t.equal(await signIn('alex@example.com', 'fr-CA,fr;q=0.9,en;q=0.5'), 'fr')
  t.equal(await signIn('alex@example.com', 'en'), 'fr', 'later ones keep it')
  t.equal(await signIn('robin@example.com', 'de'), 'en', 'the household’s')
  await web.db.updateTable('settings').set({ language: 'fr' }).execute()
  t.equal(await signIn('robin@example.com', 'en'), 'fr', 'the household’s, as before')
})
