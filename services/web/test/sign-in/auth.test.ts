import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'
import { selectFamily } from '../selected-calendar.ts'

const ask = async (browser: Browser, url: string) =>
  new URL((await browser.get(url)).headers.location ?? '')

t.test('the redirect to the provider', async t => {
  const web = await runWeb(t)
  await t.test(
    'asks for least, with state, PKCE and nonce, for a browser it knows again',
    async t => {
      const browser = new Browser(web)
      const { statusCode, headers, cookies } = await browser.get('/auth')
      t.equal(statusCode, 302)
      const asked = Object.fromEntries(new URL(headers.location ?? '').searchParams)
      t.same(asked['scope']?.split(' '), [
        'openid',
        'email',
        'https://www.googleapis.com/auth/calendar.events',
        'https://www.googleapis.com/auth/calendar.calendarlist.readonly',
      ])
      t.match(asked, {
        response_type: 'code',
        access_type: 'offline',
        prompt: 'select_account consent',
        code_challenge_method: 'S256',
        redirect_uri: 'http://localhost:8080/oauth/callback',
        state: /^[\w-]{43}$/,
        nonce: /^[\w-]{43}$/,
      })
      const [ticket] = cookies
      t.match(ticket, {
        name: /^oauth_tx_[0-4]$/,
        path: '/',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 600,
      })
    },
  )

  await t.test('stores nothing, however often it is started', async t => {
    const tables = (await web.db.introspection.getTables()).flatMap(({ schema, name }) =>
      schema === 'public' ? name : [],
    )
    const rows = () =>
      Promise.all(
        tables.map(async table => {
          const all = web.db
            .selectFrom(table as 'sessions')
            .select(({ fn }) => fn.countAll().as('n'))
          return [table, String((await all.executeTakeFirstOrThrow()).n)]
        }),
      )
    const before = await rows()
    for (let count = 0; count < 20; count += 1) await new Browser(web).get('/auth')
    t.same(await rows(), before)
  })

  await t.test('state and nonce are unique per sign-in', async t => {
    const [one, other] = await Promise.all([
      ask(new Browser(web), '/auth'),
      ask(new Browser(web), '/auth'),
    ])
    for (const name of ['state', 'nonce', 'code_challenge'])
      t.not(one.searchParams.get(name), other.searchParams.get(name), name)
  })

  await t.test('ignores redirect targets in the query', async t => {
    for (const query of [
      '?redirect_uri=//evil',
      '?return_to=/%5Cevil',
      '?state=1',
      '?intent=x',
      '?intent=a&intent=b',
    ]) {
      const url = await ask(new Browser(web), `/auth${query}`)
      t.equal(url.searchParams.get('redirect_uri'), 'http://localhost:8080/oauth/callback', query)
      t.not(url.searchParams.get('state'), '1')
    }
  })

  await t.test('asks for calendar permissions only if the grant is kept', async t => {
    const browser = new Browser(web)
    await browser.signIn('alex@example.com')
    const asked = async (url: string) => {
      const { searchParams } = await ask(browser, url)
      const wantsCalendars = searchParams.get('scope')?.includes('calendar') === true
      return [searchParams.get('prompt'), wantsCalendars, searchParams.get('login_hint')]
    }
    const full = 'select_account consent'
    t.same(await asked('/auth'), [full, true, null], 'no calendar hangs on the grant yet')
    await selectFamily(web.db)
    t.same(await asked('/auth'), ['select_account', false, null])
    t.same(await asked('/auth?intent=reconnect'), [full, true, 'alex@example.com'])
    await browser.signIn('robin@example.com')
    t.same(await asked('/auth?intent=replace'), [full, true, null])
    t.same(await asked('/auth?intent=reconnect'), [full, true, 'alex@example.com'])
  })
})
