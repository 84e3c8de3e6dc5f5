import { createSignIn, type CalendarErrorClass } from '@night-routine/calendar'
import t, { type Test } from 'tap'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'

const redirectUri = 'http://localhost:8080/oauth/callback'

async function signInAnswering(
  t: Test,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const origin = await scriptedServer(t, (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(JSON.stringify(body))
  })
  const tokenUrl = `${origin}/token`
  return createSignIn({ clientId: 'client', clientSecret: 'secret', redirectUri, tokenUrl })
}

t.test('classifies errors of the token endpoint', async t => {
  const table: [number, string, CalendarErrorClass, string][] = [
    [400, 'invalid_grant', 'reconnect', 'unauthorized'],
    [401, 'invalid_client', 'give-up', 'client-refused'],
    [400, 'unauthorized_client', 'give-up', 'client-refused'],
    [400, 'redirect_uri_mismatch', 'give-up', 'client-refused'],
    [400, 'invalid_request', 'give-up', 'request-refused'],
    [429, 'rate_limit_exceeded', 'retry', 'rate-limited'],
    [503, 'temporarily_unavailable', 'retry', 'unavailable'],
  ]
  for (const [status, error, errorClass, reason] of table) {
    const signIn = await signInAnswering(t, status, { error, error_description: 'Said so.' })
    const expected = { class: errorClass, reason }
    t.match(await failure(signIn.refresh('refresh-token')), expected, `${status} ${error}`)
  }
})

t.test('a 401 challenge means an unknown client', async t => {
  const headers = { 'www-authenticate': 'Basic realm="token"' }
  const signIn = await signInAnswering(t, 401, { error: 'invalid_client' }, headers)
  t.match(await failure(signIn.refresh('refresh-token')), { reason: 'client-refused' })
})

t.test('passes Retry-After on', async t => {
  for (const status of [429, 503]) {
    const signIn = await signInAnswering(t, status, {}, { 'retry-after': '9' })
    t.match(await failure(signIn.refresh('refresh-token')), { retryAfterSeconds: 9 })
  }
})

t.test('handles errors of the consent page', async t => {
  const table: [string, object][] = [
    ['access_denied', { name: 'SignInError', reason: 'denied' }],
    ['admin_policy_enforced', { name: 'SignInError', reason: 'refused' }],
    ['server_error', { name: 'SignInError', reason: 'unavailable' }],
    ['temporarily_unavailable', { name: 'SignInError', reason: 'unavailable' }],
  ]
  const signIn = createSignIn({ clientId: 'client', clientSecret: 'secret', redirectUri })
  for (const [error, expected] of table) {
    const attempt = signIn.begin({ consent: false })
    const callbackUrl = `${redirectUri}?error=${error}&state=${attempt.state}`
    t.match(await failure(signIn.finish({ ...attempt, callbackUrl })), expected, error)
  }
})
