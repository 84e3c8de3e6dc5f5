import { createSignIn } from '@night-routine/calendar'
import t from 'tap'
import { requiredScopes } from '../../src/google/oauth.ts'
import { withoutCalendars } from '../../src/google/sign-in.ts'
import { emulatorFor, grantOf, personOf, redirectUri, signInAt } from '../emulator.ts'
import { failure } from '../failure.ts'

const email = 'alex@example.com'
const list = 'https://www.googleapis.com/auth/calendar.calendarlist.readonly'

t.test('sends the browser to Google by default', async t => {
  const google = createSignIn({ clientId: 'client', clientSecret: 'secret', redirectUri })
  const attempt = google.begin({ consent: false })
  const url = new URL(attempt.url)
  t.equal(`${url.origin}${url.pathname}`, 'https://accounts.google.com/o/oauth2/v2/auth')
  const { code_challenge: challenge, ...parameters } = Object.fromEntries(url.searchParams)
  t.same(parameters, {
    client_id: 'client',
    response_type: 'code',
    redirect_uri: redirectUri,
    scope: 'openid email',
    prompt: 'select_account',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge_method: 'S256',
  })
  t.match(challenge, /^[\w-]{43}$/)

  const again = google.begin({ consent: true, loginHint: email })
  t.match(Object.fromEntries(new URL(again.url).searchParams), {
    scope: requiredScopes.join(' '),
    access_type: 'offline',
    prompt: 'select_account consent',
    login_hint: email,
  })
  for (const secret of ['state', 'nonce', 'codeVerifier'] as const) {
    t.not(again[secret], attempt[secret])
    t.ok(again[secret].length >= 43, `${secret} has 256 bits`)
  }
})

t.test('a parent signs in', async t => {
  const emulator = await emulatorFor(t)
  const { grant, ...person } = await personOf(emulator, email)
  const subject = '100000000000000000001'
  t.same(person, { email, emailVerified: true, subject, name: null, authenticatedAt: null })
  t.match(grant, { accessToken: /./, refreshToken: /./, tokenType: 'Bearer' })
  t.same(grant.missing, [])
  t.ok(grant.expiresInSeconds > 3000 && grant.expiresInSeconds <= 3600)
})

t.test('without consent there is no second refresh token', async t => {
  const emulator = await emulatorFor(t)
  await grantOf(emulator, email)
  const signIn = signInAt(emulator)
  const attempt = signIn.begin({ consent: false })
  const callbackUrl = await emulator.control.consent(attempt.url, { email })
  t.equal((await signIn.finish({ ...attempt, callbackUrl })).grant.refreshToken, null)
})

t.test('a sign-in only identifies the person where the calendars are not Google’s', async t => {
  const emulator = await emulatorFor(t)
  const signIn = withoutCalendars(signInAt(emulator))
  const attempt = await signIn.begin({ consent: true })
  t.equal(new URL(attempt.url).searchParams.get('scope'), 'openid email')
  const callbackUrl = await emulator.control.consent(attempt.url, { email })
  t.match(await signIn.finish({ ...attempt, callbackUrl }), { email, grant: null })
})

t.test('says what was not granted', async t => {
  const emulator = await emulatorFor(t)
  const grant = await grantOf(emulator, email, ['openid', 'email', list])
  t.same(grant.missing, ['events'])
})

t.test('a sign-in ends without a grant', async t => {
  const emulator = await emulatorFor(t)
  const signIn = signInAt(emulator)
  const started = async (deny = false) => {
    const attempt = signIn.begin({ consent: true })
    const callbackUrl = await emulator.control.consent(attempt.url, { email, deny })
    return { ...attempt, callbackUrl }
  }

  await t.test('when the person says no', async t => {
    t.match(await failure(signIn.finish(await started(true))), { reason: 'denied' })
  })
  await t.test('when another browser returns', async t => {
    const [mine, theirs] = [await started(), await started()]
    const error = await failure(signIn.finish({ ...mine, callbackUrl: theirs.callbackUrl }))
    t.match(error, { reason: 'mismatch' })
    const denied = await started(true)
    t.match(await failure(signIn.finish({ ...denied, state: 'other' })), { reason: 'mismatch' })
  })
  await t.test('when the query is not one that Google sends', async t => {
    const { state, ...attempt } = await started()
    for (const query of [
      '',
      `?state=${state}`,
      '?code=c',
      `?code=c&state=${state}&state=${state}`,
      `?code=c&code=c&state=${state}`,
      `?code=c&error=access_denied&state=${state}`,
      `?code[]=c&state=${state}`,
    ]) {
      const returned = { ...attempt, state, callbackUrl: `/oauth/callback${query}` }
      t.match(await failure(signIn.finish(returned)), { reason: 'mismatch' }, query)
    }
    const nowhere = { ...attempt, state, callbackUrl: '//' }
    t.match(await failure(signIn.finish(nowhere)), { reason: 'mismatch' })
  })
  await t.test('when the code is used a second time', async t => {
    const returned = await started()
    await signIn.finish(returned)
    t.match(await failure(signIn.finish(returned)), { name: 'SignInError', reason: 'refused' })
  })
  await t.test('when the verifier is another one', async t => {
    const error = await failure(
      signIn.finish({ ...(await started()), codeVerifier: 'x'.repeat(43) }),
    )
    t.match(error, { name: 'SignInError', reason: 'refused' })
  })
  await t.test('when Google is down', async t => {
    const returned = await started()
    await emulator.control.fail({ path: '^/token$', status: 503, count: 1 })
    const error = await failure(signIn.finish(returned))
    t.match(error, { name: 'SignInError', reason: 'unavailable' })
  })
  await t.test('when Google’s keys are unavailable', async t => {
    const fresh = signInAt(emulator)
    const attempt = fresh.begin({ consent: true })
    const callbackUrl = await emulator.control.consent(attempt.url, { email })
    await emulator.control.drop({ path: '^/certs$', when: 'before', count: 1 })
    const error = await failure(fresh.finish({ ...attempt, callbackUrl }))
    t.match(error, { name: 'SignInError', reason: 'unavailable' })
  })
})

t.test('returns when a refresh token expires', async t => {
  const emulator = await emulatorFor(t)
  t.equal((await grantOf(emulator, email)).refreshTokenEndsInSeconds, null)
  await emulator.control.testingMode()
  t.equal((await grantOf(emulator, email)).refreshTokenEndsInSeconds, 604_799)
})

t.test('always lets the person choose the account', async t => {
  const emulator = await emulatorFor(t)
  await emulator.control.rememberAccount(email)
  for (const consent of [true, false]) {
    const { url } = signInAt(emulator).begin({ consent })
    const page = await fetch(url, { redirect: 'manual' })
    t.match(await page.text(), 'Choose an account')
  }
})
