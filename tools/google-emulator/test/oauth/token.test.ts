import t from 'tap'
import {
  authorization,
  codeIn,
  emulatorFor,
  postToken,
  providerAt,
  redeem,
  signIn,
} from '../emulator.ts'
import type { Emulator } from '@night-routine/google-emulator'
import { eventsOf } from '../calendar-api.ts'

async function freshCode(emulator: Emulator) {
  const { codeVerifier, url } = authorization(emulator)
  const code = codeIn(await emulator.control.consent(url, { email: 'alex@example.com' }))
  return { code, code_verifier: codeVerifier }
}

t.test('a code gives tokens for an hour, once', async t => {
  const emulator = await emulatorFor(t)
  const form = await freshCode(emulator)
  const { body, status } = await redeem(emulator, form)
  t.equal(status, 200)
  t.match(body, {
    access_token: /^ya29\./,
    refresh_token: /^1\/\/0/,
    id_token: String,
    token_type: 'Bearer',
    expires_in: 3599,
  })
  const again = await redeem(emulator, form)
  t.equal(again.status, 400)
  t.equal(again.body.error, 'invalid_grant')
})

t.test('what does not fit the code is refused, and the code is used up by the attempt', async t => {
  const emulator = await emulatorFor(t)
  const table: [string, Record<string, string>, number, string][] = [
    ['another verifier', { code_verifier: 'x'.repeat(43) }, 400, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, 400, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://localhost:8080/' }, 400, 'redirect_uri_mismatch'],
  ]
  for (const [says, change, status, error] of table) {
    const form = await freshCode(emulator)
    const refused = await redeem(emulator, { ...form, ...change })
    t.equal(refused.status, status, says)
    t.equal(refused.body.error, error, says)
    t.equal((await redeem(emulator, form)).body.error, 'invalid_grant', 'the right one is too late')
  }
})

t.test('a client that is not the registered one keeps the code intact', async t => {
  const emulator = await emulatorFor(t)
  const form = await freshCode(emulator)
  const table: [string, Record<string, string>, number, string][] = [
    ['wrong secret', { client_secret: 'wrong' }, 401, 'invalid_client'],
    ['no secret', { client_secret: '' }, 400, 'invalid_request'],
    ['another client', { client_id: 'other' }, 401, 'invalid_client'],
    ['no client', { client_id: '' }, 400, 'invalid_request'],
  ]
  for (const [says, change, status, error] of table) {
    const refused = await redeem(emulator, { ...form, ...change })
    t.equal(refused.status, status, says)
    t.equal(refused.body.error, error, says)
  }
  t.equal((await redeem(emulator, form)).status, 200)
})

t.test('the client may also say who it is with HTTP Basic', async t => {
  const emulator = await emulatorFor(t)
  const { refresh_token: token = '' } = await signIn(emulator)
  const post = async (secret: string) => {
    const pair = `${encodeURIComponent(emulator.clientId)}:${encodeURIComponent(secret)}`
    const { status } = await fetch(`${emulator.origin}/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(pair)}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: token }),
    })
    return status
  }
  t.equal(await post(emulator.clientSecret), 200)
  t.equal(await post('wrong'), 401)
})

t.test('a code lives ten minutes, an access token an hour', async t => {
  const emulator = await emulatorFor(t)
  const form = await freshCode(emulator)
  const provider = await providerAt(emulator)
  await emulator.control.advanceClock({ minutes: 11 })
  t.equal((await redeem(emulator, form)).body.error, 'invalid_grant')
  t.equal((await eventsOf(provider).list()).status, 200)
  await emulator.control.advanceClock({ minutes: 50 })
  t.equal((await eventsOf(provider).list()).status, 401)
})

t.test('a refresh gives another access token and keeps the refresh token', async t => {
  const emulator = await emulatorFor(t)
  const { access_token: first, refresh_token: token = '' } = await signIn(emulator)
  const form = { grant_type: 'refresh_token', refresh_token: token }
  const { body } = await postToken(emulator, form)
  t.match(body, { access_token: /^ya29\./, id_token: String })
  t.not(body.access_token, first)
  t.notOk(body.refresh_token)

  await emulator.control.rotateRefreshTokens()
  const { refresh_token: rotated } = (await postToken(emulator, form)).body
  t.ok(rotated)
  t.not(rotated, token)
})

t.test('a refresh token dies of half a year unused, and of a hundred younger ones', async t => {
  const emulator = await emulatorFor(t)
  const { refresh_token: token = '' } = await signIn(emulator)
  const refresh = () => postToken(emulator, { grant_type: 'refresh_token', refresh_token: token })
  await emulator.control.advanceClock({ days: 182 })
  t.equal((await refresh()).status, 200, 'use keeps it alive')
  await emulator.control.rotateRefreshTokens()
  for (let more = 0; more < 99; more += 1) await refresh()
  t.equal((await refresh()).status, 200, 'this one makes a hundred more')
  t.equal((await refresh()).body.error, 'invalid_grant')

  await emulator.control.rotateRefreshTokens(false)
  const { refresh_token: other = '' } = await signIn(emulator, { prompt: 'consent' })
  await emulator.control.advanceClock({ days: 184 })
  const late = await postToken(emulator, { grant_type: 'refresh_token', refresh_token: other })
  t.equal(late.body.error, 'invalid_grant')
})

t.test('revoking either token ends everything the account granted', async t => {
  const emulator = await emulatorFor(t)
  const robin = await providerAt(emulator, 'robin@example.com')
  for (const kind of ['access_token', 'refresh_token'] as const) {
    const tokens = await signIn(emulator, { prompt: 'consent' })
    const alex = { ...robin, accessToken: tokens.access_token }
    t.equal((await eventsOf(alex).list()).status, 200)
    const revoke = () =>
      fetch(`${emulator.origin}/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token: tokens[kind] ?? '' }),
      })
    t.equal((await revoke()).status, 200)
    t.equal((await revoke()).status, 400, 'a second time there is nothing to revoke')
    t.equal((await eventsOf(alex).list()).status, 401)
    const dead = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
    t.equal((await postToken(emulator, dead)).body.error, 'invalid_grant')
  }
  t.equal((await eventsOf(robin).list()).status, 200, 'the other parent is not touched')
  t.ok((await signIn(emulator)).refresh_token, 'asks for consent again')
})

t.test('names what is missing in a malformed request', async t => {
  const emulator = await emulatorFor(t)
  const table: [Record<string, string>, string][] = [
    [{}, 'invalid_request'],
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ grant_type: 'authorization_code' }, 'invalid_request'],
    [{ grant_type: 'refresh_token' }, 'invalid_request'],
  ]
  for (const [form, error] of table) {
    const { body, status } = await postToken(emulator, form)
    t.equal(status, 400)
    t.equal(body.error, error)
    t.ok(body.error_description)
  }
})
