import { markTokenBroken, parseSecretKeys, readToken, readWork } from '@night-routine/database'
import t from 'tap'
import { Browser } from '../../browser.ts'
import { buildWeb, runWeb, type RunningWeb } from '../../running-web.ts'
import { selectFamily } from '../../selected-calendar.ts'

const grant = async ({ db, config }: RunningWeb) => {
  const token = await readToken(db, parseSecretKeys(config.SECRET_KEYS))
  return token && { account: token.accountEmail, refresh: token.refreshToken, broken: token.broken }
}

t.test('whose grant the household keeps', async t => {
  const web = await runWeb(t)

  await t.test('the first one', async t => {
    t.equal(await grant(web), undefined)
    const browser = new Browser(web)
    const { statusCode, headers } = await browser.signIn('alex@example.com')
    t.same([statusCode, headers.location], [302, '/calendars'])
    t.match(await grant(web), { account: 'alex@example.com', refresh: /./, broken: null })
    t.same(await readWork(web.db), [], 'no calendar, so there is nothing to bring up to date')
  })

  await t.test('anybody’s newer one, while no calendar hangs on it', async t => {
    await new Browser(web).signIn('robin@example.com')
    t.match(await grant(web), { account: 'robin@example.com', refresh: /./ })
    await new Browser(web).signIn('alex@example.com')
    t.match(await grant(web), { account: 'alex@example.com', refresh: /./ })
  })

  await selectFamily(web.db)

  await t.test('then the other parent only signs in', async t => {
    const browser = new Browser(web)
    await browser.signIn('robin@example.com')
    t.match(await grant(web), { account: 'alex@example.com' })
    t.match((await browser.get('/')).body, 'Signed in as robin@example.com')
  })

  await t.test('the same account again replaces it, and never loses the refresh token', async t => {
    const before = await grant(web)
    await new Browser(web).signIn('alex@example.com')
    t.equal((await grant(web))?.refresh, before?.refresh, 'the answer had none')
    t.same(
      (await readWork(web.db)).map(({ kind }) => kind),
      ['channel', 'pull', 'push'],
      'what was held up is asked for',
    )
  })

  await t.test('Reconnect takes the one of whoever asked', async t => {
    await new Browser(web).signIn('robin@example.com', '/auth?intent=reconnect')
    t.match(await grant(web), { account: 'robin@example.com', refresh: /./ })
  })

  await t.test('Reconnect mends a broken one, and the banner goes', async t => {
    const browser = new Browser(web)
    await browser.signIn('robin@example.com')
    await markTokenBroken(web.db, 'revoked', web.clock.now())
    t.match((await browser.get('/')).body, 'Reconnect Google')
    await browser.signIn('robin@example.com', '/auth?intent=reconnect')
    t.match(await grant(web), { broken: null })
    t.notMatch((await browser.get('/')).body, 'Reconnect Google')
  })

  await t.test('one that no key opens is replaced by the next', async t => {
    const config = { ...web.config, SECRET_KEYS: [Buffer.alloc(32, 9).toString('base64')] }
    const rekeyed = await buildWeb(t, web.emulator, config)
    const browser = new Browser(rekeyed)
    browser.cookies.set('session', await signedInAs(web, 'alex@example.com'))
    t.match((await browser.get('/')).body, 'Reconnect Google', 'not a crash')
    await browser.signIn('alex@example.com')
    t.match(await grant(rekeyed), { account: 'alex@example.com', refresh: /./ })
  })
})

t.test('every sign-in begins a session of its own', async t => {
  const web = await runWeb(t)
  const planted = 'A'.repeat(43)
  const browser = new Browser(web)
  browser.cookies.set('session', planted)
  await browser.signIn('alex@example.com')
  const first = browser.cookies.get('session')
  t.not(first, planted)
  const replay = (session: string | undefined) =>
    web.service.inject({ url: '/statistics', headers: { cookie: `session=${session}` } })
  t.equal((await replay(planted)).statusCode, 401, 'what was planted is worth nothing')
  t.equal((await replay(first)).statusCode, 200)
  await browser.signIn('alex@example.com')
  t.equal((await replay(first)).statusCode, 401, 'the one before has ended')
})

t.test('on https the cookies are for https only', async t => {
  const web = await runWeb(t, { PUBLIC_URL: 'https://routine.example.com' })
  const browser = new Browser(web)
  const begun = await browser.get('/auth')
  t.match(begun.cookies[0], { name: 'oauth_tx', secure: true })
})

async function signedInAs(web: RunningWeb, email: string) {
  const browser = new Browser(web)
  await browser.signIn(email)
  return browser.cookies.get('session') ?? ''
}
