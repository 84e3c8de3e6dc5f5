import t from 'tap'
import { Browser } from '../browser.ts'
import { runWeb } from '../running-web.ts'
import { selectFamily } from '../selected-calendar.ts'

t.test('the redirect to the provider', async t => {
  const web = await runWeb(t)
  const { db } = web
  const ask = async (query = '', browser = new Browser(web)) => {
    const { headers } = await browser.get(`/auth${query}`)
    return Object.fromEntries(new URL(headers.location ?? '').searchParams)
  }

  await t.test('asks for least, with state, PKCE and nonce', async t => {
    const { statusCode, headers, cookies } = await new Browser(web).get('/auth')
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
    const ticket = { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: 600 }
    t.match(cookies, [{ name: /^oauth_tx_[0-4]$/, ...ticket }])
  })

  await t.test('stores nothing, whatever it is asked', async t => {
    const tables = (await db.introspection.getTables()).filter(({ schema }) => schema === 'public')
    const rows = () =>
      Promise.all(
        tables.map(async ({ name }) => {
          const all = db.selectFrom(name as 'sessions').select(({ fn }) => fn.countAll().as('n'))
          return [name, String((await all.executeTakeFirstOrThrow()).n)]
        }),
      )
    const before = await rows()
    const seen = new Set<string>()
    for (const query of [
      '',
      '?redirect_uri=//evil',
      '?state=1',
      '?intent=x',
      '?intent=a&intent=b',
    ]) {
      const asked = await ask(query)
      t.equal(asked['redirect_uri'], 'http://localhost:8080/oauth/callback', query)
      for (const name of ['state', 'nonce', 'code_challenge']) seen.add(asked[name] ?? '1')
    }
    t.equal(seen.size, 15, 'unique per sign-in')
    t.same(await rows(), before)
  })

  await t.test('asks for calendar permissions only if the grant is kept', async t => {
    const browser = new Browser(web)
    const email = 'alex@example.com'
    await browser.signIn(email)
    const full = 'select_account consent'
    const asks = async (query: string, ...expected: unknown[]) => {
      const { prompt, scope, login_hint } = await ask(query, browser)
      t.same([prompt, scope?.includes('calendar'), login_hint], expected)
    }
    await asks('', full, true, undefined)
    await selectFamily(db)
    await asks('', 'select_account', false, undefined)
    await asks('?intent=reconnect', full, true, email)
    await browser.signIn('robin@example.com')
    await asks('?intent=replace', full, true, undefined)
    await asks('?intent=reconnect', full, true, email)
  })
})
