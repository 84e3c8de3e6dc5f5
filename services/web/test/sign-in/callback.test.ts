import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'

const scopes = [
  'openid',
  'email',
  'https://www.googleapis.com/auth/calendar.events',
  'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
]

t.test('handles every callback', async t => {
  const web = await runWeb(t)
  const { db, emulator } = web
  const { control } = emulator
  const alex = { email: 'alex@example.com' }
  /** How many rows a sign-in stores, and how often a code was exchanged. */
  const stored = async () => {
    const tables = ['sessions', 'oauth_token', 'accounts'] as const
    const rows = await Promise.all(tables.map(table => db.selectFrom(table).selectAll().execute()))
    return rows.map(({ length }) => length)
  }
  const asked = async (path: string) =>
    (await control.requests()).filter(each => each.path === path)
  const fault = async (browser: Browser, url: string, status: number, text: string | RegExp) => {
    const { statusCode, body } = await browser.get(url)
    t.equal(statusCode, status, url.slice(0, 60))
    t.match(body, text)
    t.match(body, 'href="/auth', 'with the way to start again')
    t.notOk(browser.cookies.has('session'))
    t.same(await stored(), [0, 0, 0])
    return body
  }

  await t.test('answers that are not of this sign-in are a 400 page', async t => {
    const back = await new Browser(web).consent(alex)
    const expired = new Browser(web)
    const late = await expired.consent(alex)
    await control.clearRequests()
    for (const url of [
      '/oauth/callback',
      '/oauth/callback?code=4/0x',
      back,
      '/oauth/callback?error=%3Cscript%3Ealert(1)%3C/script%3E',
      `/oauth/callback?code=${'x'.repeat(4096)}&state=s`,
      '/oauth/callback?code=4/0x&state=a&state=b',
      '/oauth/callback?code=4/0x&state[]=a',
    ]) {
      const browser = new Browser(web)
      await browser.get('/auth')
      t.notMatch(await fault(browser, url, 400, '<h1>Error</h1><p>'), /<script|alert/)
    }
    web.clock.advance({ minutes: 11 })
    await fault(expired, late, 400, 'Start again')
    t.same(await asked('/token'), [], 'without an exchange')
  })

  await t.test(
    'a person who denies it, or leaves a box unticked, is told how to go on',
    async () => {
      const denied = new Browser(web)
      const back = await denied.consent({ ...alex, deny: true })
      await fault(denied, back, 400, 'allow everything it asks for')
      for (const [missing, text, intent] of [
        ['calendar.events', 'to view and edit events on your calendars', ''],
        [
          'calendar.calendarlist.readonly',
          'to see the list of your calendars',
          '?intent=reconnect',
        ],
        ['calendar', 'A box stayed unticked, so Night Routine still needs permission', ''],
      ] as const) {
        const browser = new Browser(web)
        const ticked = scopes.filter(scope => !scope.includes(missing))
        const url = await browser.consent({ ...alex, scopes: ticked }, `/auth${intent}`)
        const body = await fault(browser, url, 400, text)
        t.match(body, '<h1>One more step</h1>')
        t.match(body, 'Sign in again, and tick both boxes.')
        t.match(body.replaceAll('&#x3D;', '='), `<a class="button" href="/auth${intent}">`)
        t.notMatch(body, /Error|<p class="fine">Request/)
      }
    },
  )

  await t.test('refuses invalid ID tokens, and names a provider that is away', async () => {
    for (const spoilt of ['signature', 'issuer', 'audience', 'nonce', 'expired'] as const) {
      await control.spoilIdTokens(spoilt)
      const browser = new Browser(web)
      await fault(browser, await browser.consent(alex), 400, '<h1>Error</h1>')
    }
    await control.spoilIdTokens(null)
    const browser = new Browser(web)
    const back = await browser.consent(alex)
    await control.fail({ path: '^/token', status: 503 })
    await fault(browser, back, 502, /<h1>Error<\/h1><p>Google/)
    await control.clearFaults()
  })

  await t.test('a stranger leaves nothing but one masked line in the log', async t => {
    await control.clearRequests()
    const browser = new Browser(web)
    const back = await browser.consent({ email: 'stranger@example.com' })
    const body = await fault(browser, back, 403, 'stranger@example.com isn’t on this household’s')
    t.match(body, '<a class="button" href="/auth">Use another account</a>')
    t.notMatch(body, /Alex|Robin|robin@/)
    const lines = web.log.filter(line => line.includes('sign-in failed'))
    t.match([lines.length, lines[0]], [1, /s…@example\.com/])
    t.match(await asked('/revoke'), [{ status: 200 }], 'and the provider takes the grant back')
    await control.fail({ path: '^/revoke', status: 503 })
    t.equal((await new Browser(web).signIn('stranger@example.com')).statusCode, 403)
    await control.clearFaults()
    await control.changeAccount('robin@example.com', { emailVerified: false })
    t.equal((await new Browser(web).signIn('robin@example.com')).statusCode, 403, 'unverified')
    await control.changeAccount('robin@example.com', { emailVerified: true })
    t.same(await stored(), [0, 0, 0])
  })

  await t.test('a callback works once, in one browser', async t => {
    const browser = new Browser(web)
    const back = await browser.consent(alex)
    await control.clearRequests()
    const cookie = [...browser.cookies].map(pair => pair.join('=')).join('; ')
    const get = () => web.service.inject({ url: back, headers: { cookie } })
    const answers = await Promise.all([get(), get(), get()])
    const statuses = answers.map(({ statusCode }) => String(statusCode))
    t.same(statuses.toSorted(), ['302', '400', '400'])
    t.equal((await get()).statusCode, 400, 'nor later')
    t.equal((await asked('/token')).length, 1)
    t.same(await stored(), [1, 1, 1])
  })

  await t.test('of many tabs the last five can finish', async t => {
    const browser = new Browser(web)
    const backs = []
    for (let tab = 0; tab < 12; tab += 1) backs.push(await browser.consent(alex))
    const kept = [...browser.cookies].map(pair => pair.join('=')).join('; ')
    t.ok(kept.length < 4_000, `${kept.length} characters of cookies`)
    const statuses = []
    for (const back of backs) statuses.push((await browser.get(back)).statusCode)
    t.same(statuses.slice(-5), [302, 302, 302, 302, 302])
    t.ok(statuses.slice(0, -5).every(status => status === 400))
  })

  await t.test('refuses an address that moved to another account', async t => {
    const before = await stored()
    await control.changeAccount('alex@example.com', { subject: '999' })
    const { statusCode, body } = await new Browser(web).signIn('alex@example.com')
    t.equal(statusCode, 403)
    t.match(body, '<h1>This address belongs to another account</h1>')
    t.match(body, 'people rebind alex@example.com', 'with what the operator can do')
    t.same(await stored(), before)
  })

  await t.test('nothing secret is in the log', async t => {
    const log = web.log.join('')
    t.notMatch(log, /alex@example|robin@example|stranger@example/)
    t.notMatch(log, /ya29\.|1\/\/0|4\/0[\w-]{20}|code=|state=/)
    t.match(log, 'a…@example.com')
  })
})

t.test('an invalid list admits no one', async t => {
  const web = await runWeb(t, { ALLOWED_EMAILS: ['alex@example.com', 'everybody'] })
  t.equal((await new Browser(web).signIn('alex@example.com')).statusCode, 403)
  t.match((await new Browser(web).get('/')).body, 'No one can sign in yet')
})
