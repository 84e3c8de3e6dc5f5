import t from 'tap'
import type { Emulator } from '@night-routine/google-emulator'
import { eventsOf } from './calendar-api.ts'
import {
  authorization,
  calendarScopes,
  codeIn,
  emulatorFor,
  postToken,
  providerAt,
  redeem,
  redirectUri,
  signIn,
} from './emulator.ts'

const email = 'alex@example.com'

async function freshCode(emulator: Emulator) {
  const { codeVerifier, url } = authorization(emulator)
  const code = codeIn(await emulator.control.consent(url, { email }))
  return { code, code_verifier: codeVerifier }
}

t.test('what could be an impostor is sent nowhere, and told so on a page', async t => {
  const emulator = await emulatorFor(t, { redirectUris: [redirectUri] })
  const table: [string, Record<string, string>, number, string][] = [
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['another address', { redirect_uri: `${redirectUri}/` }, 400, 'redirect_uri_mismatch'],
    ['another flow', { response_type: 'token' }, 400, 'unsupported_response_type'],
    ['an unknown scope', { scope: 'openid calendar.events' }, 400, 'invalid_scope'],
    ['no scope', { scope: '' }, 400, 'invalid_request'],
    ['plain PKCE', { code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['an unknown prompt', { prompt: 'login' }, 400, 'invalid_request'],
    ['another access type', { access_type: 'always' }, 400, 'invalid_request'],
  ]
  for (const [says, parameters, status, code] of table) {
    const response = await fetch(authorization(emulator, parameters).url, { redirect: 'manual' })
    t.same([response.status, response.headers.get('location')], [status, null], says)
    t.match(await response.text(), `Error ${status}: ${code}`, says)
  }
})

t.test('what a person allows, unticks or denies', async t => {
  const emulator = await emulatorFor(t)
  const { codeVerifier, url } = authorization(emulator)
  const denied = new URL(await emulator.control.consent(url, { email, deny: true }))
  t.same(Object.fromEntries(denied.searchParams), { state: 'the-state', error: 'access_denied' })
  const [events = ''] = calendarScopes
  const code = codeIn(await emulator.control.consent(url, { email, scopes: [events] }))
  const { body } = await redeem(emulator, { code, code_verifier: codeVerifier })
  t.same(body.scope.split(' '), [
    'openid',
    'https://www.googleapis.com/auth/userinfo.email',
    events,
  ])
})

t.test('which sign-ins give a refresh token, and which show no page', async t => {
  const emulator = await emulatorFor(t)
  const silent = async () => {
    const { url } = authorization(emulator, { prompt: 'none', login_hint: email })
    const { headers } = await fetch(url, { redirect: 'manual' })
    return new URL(headers.get('location') ?? '').searchParams
  }
  t.equal((await silent()).get('error'), 'interaction_required')
  t.ok((await signIn(emulator)).refresh_token)
  t.ok((await silent()).get('code'))
  t.notOk((await signIn(emulator)).refresh_token, 'a second sign-in asks nothing and gives none')
  t.ok((await signIn(emulator, { prompt: 'consent' })).refresh_token)
  t.notOk((await signIn(emulator, { prompt: 'consent', access_type: 'online' })).refresh_token)
})

t.test('a code gives tokens once, to whom it was made for', async t => {
  const emulator = await emulatorFor(t)
  const used: [string, Record<string, string>, number, string][] = [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://localhost:8080/' }, 400, 'redirect_uri_mismatch'],
  ]
  for (const [says, change, status, error] of used) {
    const form = await freshCode(emulator)
    const refused = await redeem(emulator, { ...form, ...change })
    t.match(refused, { status, body: { error } }, says)
    t.equal((await redeem(emulator, form)).body.error, 'invalid_grant', 'the right one is too late')
  }
  const form = await freshCode(emulator)
  const intact: [string, Record<string, string>, number, string][] = [
    ['wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 400, 'invalid_request'],
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
    ['no grant type', { grant_type: '' }, 400, 'invalid_request'],
    ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ]
  for (const [says, change, status, error] of intact)
    t.match(await redeem(emulator, { ...form, ...change }), { status, body: { error } }, says)
  t.match((await redeem(emulator, form)).body, {
    access_token: /^ya29\./,
    id_token: String,
    token_type: 'Bearer',
    expires_in: 3599,
  })
  t.equal((await redeem(emulator, form)).body.error, 'invalid_grant')
})

t.test('how long codes and tokens live', async t => {
  const emulator = await emulatorFor(t)
  const form = await freshCode(emulator)
  const { access_token: accessToken, refresh_token: token = '' } = await signIn(emulator, {
    prompt: 'consent',
  })
  const provider = { ...(await providerAt(emulator)), accessToken }
  const refresh = () => postToken(emulator, { grant_type: 'refresh_token', refresh_token: token })
  await emulator.control.advanceClock({ minutes: 11 })
  t.equal((await redeem(emulator, form)).body.error, 'invalid_grant')
  t.equal((await eventsOf(provider).list()).status, 200)
  await emulator.control.advanceClock({ minutes: 50 })
  t.equal((await eventsOf(provider).list()).status, 401)
  await emulator.control.advanceClock({ days: 182 })
  t.match((await refresh()).body, { access_token: /^ya29\./, refresh_token: undefined })
  await emulator.control.advanceClock({ days: 184 })
  t.equal((await refresh()).body.error, 'invalid_grant', 'after half a year unused')
})

t.test('revoking either token ends everything the account granted', async t => {
  const emulator = await emulatorFor(t)
  const robin = await providerAt(emulator, 'robin@example.com')
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const tokens = await signIn(emulator, { prompt: 'consent' })
    const alex = { ...robin, accessToken: tokens.access_token }
    t.equal((await eventsOf(alex).list()).status, 200)
    const body = new URLSearchParams({ token: tokens[kind] ?? '' })
    const revoke = () => fetch(`${emulator.origin}/revoke`, { method: 'POST', body })
    t.equal((await revoke()).status, 200)
    t.equal((await revoke()).status, 400, 'a second time there is nothing to revoke')
    t.equal((await eventsOf(alex).list()).status, 401)
    const dead = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    t.equal((await postToken(emulator, dead)).body.error, 'invalid_grant')
  }
  t.equal((await eventsOf(robin).list()).status, 200, 'the other parent is not touched')
})
