import { openidKey, passOpenidPages } from '@night-routine/servers/openid'
import type { JWTPayload } from 'jose'
import t from 'tap'
import type { SignIn } from '../../src/sign-in.ts'
import { createOpenidSignIn } from '../../src/openid/sign-in.ts'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'
import { startedSignIn, email, personAt, startProvider } from './started-provider.ts'

const begin = async (signIn: SignIn) => signIn.begin({ consent: true })

t.test('a person signs in, with the address from UserInfo', async t => {
  const provider = await startProvider(t)
  const before = Math.floor(Date.now() / 1000) * 1000
  const { authenticatedAt, ...person } = await personAt(provider)
  t.same(person, {
    email,
    emailVerified: true,
    name: null,
    subject: `${provider.issuer} ${email}`,
    grant: null,
  })
  t.ok((authenticatedAt?.epochMilliseconds ?? 0) >= before, 'as the id token says')
})

t.test('asks for the identity alone, and each time who it is', async t => {
  const provider = await startProvider(t)
  const signIn = createOpenidSignIn(provider.options)
  const { url } = await signIn.begin({ consent: true, loginHint: email })
  const parameters = Object.fromEntries(new URL(url).searchParams)
  t.match(parameters, {
    scope: 'openid email',
    prompt: 'login',
    login_hint: email,
    code_challenge_method: 'S256',
  })
  t.notOk('access_type' in parameters)
  t.equal(signIn.name, new URL(provider.issuer).host, 'it is called like its host')
  t.equal(createOpenidSignIn({ ...provider.options, name: 'Our house' }).name, 'Our house')
})

t.test('an address counts as verified when the provider or the operator says so', async t => {
  for (const verified of [undefined, 'True', 1]) {
    const provider = await startProvider(t, { claims: () => ({ email, email_verified: verified }) })
    t.equal((await personAt(provider)).emailVerified, false, `${verified}`)
    t.equal((await personAt(provider, { trustsEmail: true })).emailVerified, true, `${verified}`)
  }
  const text = await startProvider(t, { claims: () => ({ email, email_verified: 'true' }) })
  t.equal((await personAt(text)).emailVerified, true, 'also as a text, as some providers send it')
})

t.test('refuses a person without an address', async t => {
  const provider = await startProvider(t, { claims: () => ({ email_verified: true }) })
  t.match(await failure(personAt(provider)), { name: 'SignInError', reason: 'no-address' })
})

t.test('a sign-in ends without a person', async t => {
  const provider = await startProvider(t)
  await t.test('when another browser returns', async t => {
    const [mine, theirs] = [await startedSignIn(provider), await startedSignIn(provider)]
    const { callbackUrl } = theirs.returned
    const error = await failure(mine.signIn.finish({ ...mine.returned, callbackUrl }))
    t.match(error, { reason: 'mismatch' })
  })
  await t.test('when the nonce is that of another sign-in', async t => {
    const { signIn, returned } = await startedSignIn(provider)
    const error = await failure(signIn.finish({ ...returned, nonce: 'another' }))
    t.match(error, { name: 'SignInError', reason: 'unproven' })
  })
  await t.test('when the verifier is another one', async t => {
    const { signIn, returned } = await startedSignIn(provider)
    const error = await failure(signIn.finish({ ...returned, codeVerifier: 'x'.repeat(43) }))
    t.match(error, { name: 'SignInError', reason: 'refused' })
  })
  await t.test('when the code is used a second time', async t => {
    const { signIn, returned } = await startedSignIn(provider)
    await signIn.finish(returned)
    t.match(await failure(signIn.finish(returned)), { name: 'SignInError', reason: 'refused' })
  })
  await t.test('when the person says no', async t => {
    const signIn = createOpenidSignIn(provider.options)
    const attempt = await signIn.begin({ consent: true })
    const callbackUrl = `/oauth/callback?error=access_denied&state=${attempt.state}&iss=${provider.issuer}`
    t.match(await failure(signIn.finish({ ...attempt, callbackUrl })), { reason: 'denied' })
  })
  await t.test('when the answer is from another issuer', async t => {
    const { signIn, returned } = await startedSignIn(provider)
    const callbackUrl = returned.callbackUrl.replace(/iss=[^&]*/, 'iss=https://evil.example')
    t.match(await failure(signIn.finish({ ...returned, callbackUrl })), { reason: 'unproven' })
  })
  await t.test('when the secret is another one', async t => {
    const error = await failure(personAt(provider, { clientSecret: 'wrong' }))
    t.match(error, { name: 'SignInError', reason: 'client-refused' })
  })
})

t.test('refuses an id token that is not for this sign-in', async t => {
  const table: Record<string, (said: JWTPayload) => JWTPayload> = {
    'of another issuer': said => ({ ...said, iss: 'https://evil.example.com' }),
    'for another client': said => ({ ...said, aud: 'another' }),
    'of another sign-in': said => ({ ...said, nonce: 'another' }),
    expired: said => ({ ...said, iat: 1, exp: 2 }),
    'without a subject': said => ({ ...said, sub: '' }),
  }
  for (const [name, spoil] of Object.entries(table)) {
    const error = await failure(personAt(await startProvider(t, { spoil })))
    t.match(error, { name: 'SignInError', reason: 'unproven' }, name)
    t.notMatch(error.message, /eyJ|@/, `${name}: no secret in the message`)
  }
  const provider = await startProvider(t, { spoil: said => said })
  t.match(await personAt(provider), { email }, 'nothing else is wrong with it')
})

t.test('refuses UserInfo of another person', async t => {
  const provider = await startProvider(t, { spoil: said => ({ ...said, sub: 'robin' }) })
  t.match(await failure(personAt(provider)), { name: 'SignInError', reason: 'unproven' })
})

t.test('what answers may not be the provider of the settings', async t => {
  const provider = await startProvider(t)
  const other = new URL(provider.issuer)
  other.hostname = 'localhost'
  const table: [issuer: string, reason: string][] = [
    [other.href, 'wrong-issuer'],
    [`${provider.issuer}/realms/none`, 'wrong-issuer'],
    [await scriptedServer(t, (_, answer) => answer.end('<html>')), 'wrong-issuer'],
    [await scriptedServer(t, (_, answer) => answer.writeHead(503).end()), 'unavailable'],
    [await scriptedServer(t, (_, answer) => answer.writeHead(429).end()), 'unavailable'],
    ['http://127.0.0.1:9', 'unavailable'],
  ]
  for (const [issuer, reason] of table) {
    const signIn = createOpenidSignIn({ ...provider.options, issuer })
    const error = await failure(begin(signIn))
    t.match(error, { name: 'SignInError', reason }, issuer)
  }
})

t.test('a provider may change its signing keys between two sign-ins', async t => {
  const provider = await startProvider(t)
  const { signIn, returned } = await startedSignIn(provider)
  await signIn.finish(returned)
  await provider.stop()
  const port = Number(new URL(provider.issuer).port)
  await startProvider(t, { port, keys: [await openidKey('k2')] })
  const attempt = await signIn.begin({ consent: true })
  const callbackUrl = await passOpenidPages(attempt.url, email)
  t.match(await signIn.finish({ ...attempt, callbackUrl }), { email })
})

t.test('a provider that is away', async t => {
  const provider = await startProvider(t)
  const { signIn, returned } = await startedSignIn(provider)
  await provider.stop()
  const away = { name: 'SignInError', reason: 'unavailable' }
  await t.test('fails a sign-in that was started', async t => {
    t.match(await failure(signIn.finish(returned)), away)
  })
  await t.test('fails the next one, and is found again when it is back', async t => {
    const later = createOpenidSignIn(provider.options)
    t.match(await failure(begin(later)), away)
    await startProvider(t, { port: Number(new URL(provider.issuer).port) })
    t.match(await later.begin({ consent: true }), { url: /^http/ })
  })
})

t.test('remembers the description of a provider for ten minutes', async t => {
  let now = 0
  const provider = await startProvider(t)
  const signIn = createOpenidSignIn({ ...provider.options, now: () => now })
  await signIn.begin({ consent: true })
  await provider.stop()
  now = 600_000
  t.match(await signIn.begin({ consent: true }), { url: /^http/ })
  now = 600_001
  t.match(await failure(begin(signIn)), {
    reason: 'unavailable',
  })
})
