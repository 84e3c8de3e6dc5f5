import t from 'tap'
import { Browser } from '../browser.ts'
import { buildWeb, runWeb, type RunningWeb } from '../running-web.ts'

const everything = [
  'openid',
  'email',
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

async function exchanges({ emulator }: RunningWeb) {
  return (await emulator.control.requests()).filter(({ path }) => path === '/token').length
}

/** How many rows a sign-in stores. */
async function stored({ db }: RunningWeb) {
  const [sessions, tokens, accounts] = await Promise.all([
    db.selectFrom('sessions').selectAll().execute(),
    db.selectFrom('oauth_token').selectAll().execute(),
    db.selectFrom('accounts').selectAll().execute(),
  ])
  return { sessions: sessions.length, tokens: tokens.length, accounts: accounts.length }
}
const nothing = { sessions: 0, tokens: 0, accounts: 0 }

t.test('handles every callback', async t => {
  const web = await runWeb(t)
  const { control } = web.emulator

  await t.test(
    'answers that are not of this sign-in are a 400 page, without an exchange',
    async t => {
      const used = new Browser(web)
      const foreign = new URL(
        await new Browser(web).consent({ email: 'alex@example.com' }),
        'http://x',
      )
      const cases = [
        '/oauth/callback',
        '/oauth/callback?code=4/0x',
        `/oauth/callback${foreign.search}`,
        '/oauth/callback?state=&code=4/0x',
        '/oauth/callback?error=access_denied',
        '/oauth/callback?error=%3Cscript%3Ealert(1)%3C/script%3E',
        `/oauth/callback?code=${'x'.repeat(4096)}&state=s`,
        '/oauth/callback?code=4/0x&state=a&state=b',
        '/oauth/callback?code=4/0x&state[]=a',
      ]
      await control.clearRequests()
      for (const url of cases) {
        await used.get('/auth')
        const { statusCode, body, cookies } = await used.get(url)
        t.equal(statusCode, 400, url.slice(0, 60))
        t.match(body, '<h1>Error</h1><p>')
        t.match(body, 'href="/auth"', 'with the way to start again')
        t.notMatch(body, /<script|alert/)
        t.notOk(cookies.some(({ name }) => name === 'session'))
      }
      t.equal(await exchanges(web), 0)
      t.same(await stored(web), nothing)
    },
  )

  await t.test('a missing code is refused too', async t => {
    const browser = new Browser(web)
    const back = new URL(await browser.consent({ email: 'alex@example.com' }), 'http://x')
    back.searchParams.delete('code')
    t.equal((await browser.get(back.pathname + back.search)).statusCode, 400)
  })

  await t.test('a denied consent gives a message and a way to retry', async t => {
    const browser = new Browser(web)
    const back = await browser.consent({ email: 'alex@example.com', deny: true })
    const { statusCode, body } = await browser.get(back)
    t.equal(statusCode, 400)
    t.match(body, 'allow everything it asks for')
  })

  await t.test('an attempt expires after ten minutes', async t => {
    const late = await buildWeb(t, web.emulator, web.config)
    const browser = new Browser(late)
    const back = await browser.consent({ email: 'alex@example.com' })
    late.clock.advance({ minutes: 11 })
    t.equal((await browser.get(back)).statusCode, 400)
    t.same(await stored(web), nothing)
  })

  await t.test('a callback in another browser is refused', async t => {
    const victim = new Browser(web)
    await victim.get('/auth')
    const attack = await new Browser(web).consent({ email: 'alex@example.com' })
    t.equal((await victim.get(attack)).statusCode, 400)
    t.notOk(victim.cookies.has('session'))
  })

  await t.test('refuses invalid ID tokens', async t => {
    for (const fault of ['signature', 'issuer', 'audience', 'nonce', 'expired'] as const) {
      await control.spoilIdTokens(fault)
      const browser = new Browser(web)
      const { statusCode } = await browser.signIn('alex@example.com')
      t.equal(statusCode, 400, fault)
      t.notOk(browser.cookies.has('session'), fault)
    }
    await control.spoilIdTokens(null)
    t.same(await stored(web), nothing)
  })

  await t.test('an unreachable provider gives a 502 page', async t => {
    const browser = new Browser(web)
    const back = await browser.consent({ email: 'alex@example.com' })
    await control.fail({ path: '^/token', status: 503 })
    const { statusCode, body } = await browser.get(back)
    t.equal(statusCode, 502)
    t.match(body, /<h1>Error<\/h1><p>Google/)
    await control.clearFaults()
    t.same(await stored(web), nothing)
  })

  await t.test(
    'a stranger sees a 403 page, leaves nothing, and one masked line in the log',
    async t => {
      await control.clearRequests()
      const browser = new Browser(web)
      const { statusCode, body } = await browser.signIn('stranger@example.com')
      t.equal(statusCode, 403)
      t.match(body, 'stranger@example.com isn’t on this household’s list.')
      t.match(body, '<h1>This address isn’t on the list</h1>')
      t.match(body, '<a class="button" href="/auth">Use another account</a>')
      t.notMatch(body, /Alex|Robin|robin@/)
      t.notOk(browser.cookies.has('session'))
      t.same(await stored(web), nothing)
      const lines = web.log.filter(line => line.includes('sign-in failed'))
      t.equal(lines.length, 1)
      t.match(lines[0], 's…@example.com')
      const revoked = (await control.requests()).filter(({ path }) => path === '/revoke')
      t.same(
        revoked.map(({ status }) => status),
        [200],
        'and the provider takes the grant back',
      )
    },
  )

  await t.test(
    'a stranger is refused also where the provider does not take the grant back',
    async t => {
      await control.fail({ path: '^/revoke', status: 503 })
      t.equal((await new Browser(web).signIn('stranger@example.com')).statusCode, 403)
      await control.clearFaults()
    },
  )

  await t.test('refuses an unverified address', async t => {
    await control.changeAccount('robin@example.com', { emailVerified: false })
    t.equal((await new Browser(web).signIn('robin@example.com')).statusCode, 403)
    await control.changeAccount('robin@example.com', { emailVerified: true })
    t.same(await stored(web), nothing)
  })

  await t.test(
    'unticked boxes are named, nothing is stored, and the way back is there',
    async t => {
      for (const [missing, text] of [
        ['calendar.events', 'to view and edit events on your calendars'],
        ['calendar.calendarlist.readonly', 'to see the list of your calendars'],
        [
          'calendar',
          'A box stayed unticked, so Night Routine still needs permission to view and edit',
        ],
      ] as const) {
        const browser = new Browser(web)
        const scopes = everything.filter(scope => !scope.includes(missing))
        const back = await browser.consent({ email: 'alex@example.com', scopes })
        const { statusCode, body } = await browser.get(back)
        t.equal(statusCode, 400)
        t.match(body, text)
        t.match(body, '<h1>One more step</h1>')
        t.match(body, 'Sign in again, and tick both boxes.')
        t.match(body, '<a class="button" href="/auth">')
        t.notMatch(body, /Error|<p class="fine">Request/)
      }
      t.same(await stored(web), nothing)
    },
  )

  await t.test('a callback works once, in one browser', async t => {
    const browser = new Browser(web)
    const back = await browser.consent({ email: 'alex@example.com' })
    await control.clearRequests()
    const cookie = [...browser.cookies].map(pair => pair.join('=')).join('; ')
    const get = () => web.service.inject({ url: back, headers: { cookie } })
    const answers = await Promise.all([get(), get(), get()])
    const statuses = answers.map(({ statusCode }) => String(statusCode))
    t.same(statuses.toSorted(), ['302', '400', '400'])
    t.equal((await get()).statusCode, 400, 'nor later')
    t.equal(await exchanges(web), 1)
    t.same(await stored(web), { sessions: 1, tokens: 1, accounts: 1 })
  })

  await t.test('refuses an address that moved to another account', async t => {
    await control.changeAccount('alex@example.com', { subject: '999' })
    const { statusCode, body } = await new Browser(web).signIn('alex@example.com')
    t.equal(statusCode, 403)
    t.match(body, 'with a different Google account')
    t.match(body, '<h1>This address belongs to another account</h1>')
    t.match(body, 'people rebind alex@example.com', 'with what the operator can do')
    await control.changeAccount('alex@example.com', { subject: '100000000000000000001' })
    t.same(await stored(web), { sessions: 1, tokens: 1, accounts: 1 })
  })

  await t.test('nothing secret is in the log', async t => {
    const log = web.log.join('')
    t.notMatch(log, /alex@example|robin@example|stranger@example/)
    t.notMatch(log, /ya29\.|1\/\/0|4\/0[\w-]{20}|code=|state=/)
    t.match(log, 'a…@example.com')
  })
})

t.test('an empty or invalid list admits no one', async t => {
  for (const emails of [[], ['alex@example.com', 'everybody']]) {
    const web = await runWeb(t, { ALLOWED_EMAILS: emails })
    t.equal((await new Browser(web).signIn('alex@example.com')).statusCode, 403)
    t.match((await new Browser(web).get('/')).body, 'No one can sign in yet')
  }
})
