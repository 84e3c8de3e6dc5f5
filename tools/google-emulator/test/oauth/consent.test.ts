import t from 'tap'
import {
  authorization,
  calendarScopes,
  codeIn,
  emulatorFor,
  redeem,
  redirectUri,
  signIn,
} from '../emulator.ts'
import { unescaped } from '../page.ts'

const email = 'alex@example.com'

/** What a browser sends for the form on the page: its ticks and the button that was pressed. */
function pressed(decision: string, ticked: string[] = []) {
  return new URLSearchParams([...ticked.map(scope => ['scope', scope]), ['decision', decision]])
}

t.test('a person chooses an account, sees what is asked, and allows it', async t => {
  const emulator = await emulatorFor(t)
  const { codeVerifier, url } = authorization(emulator)
  const first = await fetch(url)
  t.match(
    first.headers.get('content-security-policy'),
    /form-action 'self' http:\/\/localhost:8080;/,
  )
  const choose = await first.text()
  t.match(choose, 'Choose an account')
  const [, link = ''] = /href="(\S+authuser=alex%40example\.com)"/.exec(unescaped(choose)) ?? []

  const address = new URL(link, emulator.origin)
  const page = await (await fetch(address)).text()
  t.match(page, 'localhost:8080 wants access to your account')
  t.match(page, 'View and edit events on all your calendars')
  t.notMatch(page, 'value="openid"', 'who you are cannot be unticked')

  const allowed = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    body: pressed('allow', calendarScopes),
  })
  t.equal(allowed.status, 303)
  const location = allowed.headers.get('location') ?? ''
  t.ok(location.startsWith(`${redirectUri}?`))
  t.equal(new URL(location).searchParams.get('state'), 'the-state')
  const { body } = await redeem(emulator, { code: codeIn(location), code_verifier: codeVerifier })
  t.same(body.scope.split(' '), [
    'openid',
    'https://www.googleapis.com/auth/userinfo.email',
    ...calendarScopes,
  ])
})

t.test('Deny sends back access_denied and grants nothing', async t => {
  const emulator = await emulatorFor(t)
  const { url } = authorization(emulator)
  const byControl = new URL(await emulator.control.consent(url, { email, deny: true }))
  t.same(Object.fromEntries(byControl.searchParams), { state: 'the-state', error: 'access_denied' })
  const byForm = await fetch(`${url}&authuser=${email}`, {
    method: 'POST',
    redirect: 'manual',
    body: pressed('deny', calendarScopes),
  })
  t.equal(byForm.headers.get('location'), byControl.href)
  t.match(await (await fetch(`${url}&authuser=${email}`)).text(), 'wants access', 'asked again')
})

t.test('an unticked scope is missing from the answer, and a token comes all the same', async t => {
  const emulator = await emulatorFor(t)
  const { codeVerifier, url } = authorization(emulator)
  const [events = ''] = calendarScopes
  const location = await emulator.control.consent(url, { email, scopes: [events] })
  const { body } = await redeem(emulator, { code: codeIn(location), code_verifier: codeVerifier })
  t.same(body.scope.split(' '), [
    'openid',
    'https://www.googleapis.com/auth/userinfo.email',
    events,
  ])
  const list = await fetch(`${emulator.origin}/calendar/v3/users/me/calendarList`, {
    headers: { authorization: `Bearer ${body.access_token}` },
  })
  t.equal(list.status, 403)
  t.match(await list.json(), { error: { errors: [{ reason: 'insufficientPermissions' }] } })
})

t.test(
  'a refresh token comes when asked offline, the first time or with prompt=consent',
  async t => {
    const emulator = await emulatorFor(t)
    t.notOk((await signIn(emulator, { access_type: 'online' })).refresh_token)
    await emulator.control.revokeGrants()
    t.ok((await signIn(emulator)).refresh_token)
    t.notOk((await signIn(emulator)).refresh_token, 'a second sign-in asks nothing and gives none')
    t.ok((await signIn(emulator, { prompt: 'consent' })).refresh_token)
  },
)

t.test('prompt=none never shows a page', async t => {
  const emulator = await emulatorFor(t)
  const { url } = authorization(emulator, { prompt: 'none', login_hint: email })
  const answer = async () => {
    const { headers } = await fetch(url, { redirect: 'manual' })
    return new URL(headers.get('location') ?? '').searchParams
  }
  t.equal((await answer()).get('error'), 'interaction_required')
  await signIn(emulator)
  t.ok((await answer()).get('code'))
})

t.test('login_hint chooses the account, prompt=select_account lets the person choose', async t => {
  const emulator = await emulatorFor(t)
  const hinted = authorization(emulator, { login_hint: email }).url
  t.match(await (await fetch(hinted)).text(), 'wants access')
  const choose = authorization(emulator, { login_hint: email, prompt: 'select_account' }).url
  t.match(await (await fetch(choose)).text(), 'Choose an account')
})

t.test('what could be an impostor is sent nowhere, and told so on a page', async t => {
  const emulator = await emulatorFor(t, { redirectUris: [redirectUri] })
  const table: [string, Record<string, string>, number, string][] = [
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['another address', { redirect_uri: `${redirectUri}/` }, 400, 'redirect_uri_mismatch'],
    ['another flow', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'openid calendar.events' }, 400, 'invalid_scope'],
    ['no scope', { scope: '' }, 400, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['a challenge too short', { code_challenge: 'abc' }, 400, 'invalid_request'],
    ['an unknown prompt', { prompt: 'login' }, 400, 'invalid_request'],
    ['contradicting prompts', { prompt: 'none consent' }, 400, 'invalid_request'],
    ['another access type', { access_type: 'always' }, 400, 'invalid_request'],
  ]
  for (const [says, parameters, status, code] of table) {
    const response = await fetch(authorization(emulator, parameters).url, { redirect: 'manual' })
    t.equal(response.status, status, says)
    t.equal(response.headers.get('location'), null)
    const page = await response.text()
    t.match(page, 'Access blocked')
    t.match(page, `Error ${status}: ${code}`)
  }
  const twice = await fetch(`${authorization(emulator).url}&state=another`)
  t.equal(twice.status, 400)
})

t.test('any loopback address will do while none is registered', async t => {
  const emulator = await emulatorFor(t)
  const status = async (address: string) =>
    (await fetch(authorization(emulator, { redirect_uri: address }).url)).status
  t.equal(await status('http://127.0.0.1:3000/callback'), 200)
  t.equal(await status('http://[::1]:3000/callback'), 200)
  t.equal(await status('http://localhost.example.com/callback'), 400)
  t.equal(await status('https://example.com/callback'), 400)
  t.equal(await status('javascript:alert(1)'), 400)
})
