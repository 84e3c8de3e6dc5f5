import { createHmac } from 'node:crypto'
import { createSignIn } from '@night-routine/calendar'
import { exportJWK, generateKeyPair, SignJWT, type JWTPayload } from 'jose'
import t, { type Test } from 'tap'
import { failure } from '../failure.ts'
import { scriptedServer } from '../scripted-server.ts'

const clientId = 'client.apps.example.com'
const clientSecret = 'a secret of at least thirty-two bytes'
const redirectUri = 'http://localhost:8080/oauth/callback'
const issuer = 'https://accounts.example.com'
const now = () => Math.floor(Date.now() / 1000)

const ours = await generateKeyPair('RS256')
const theirs = await generateKeyPair('RS256')
const jwk = { ...(await exportJWK(ours.publicKey)), kid: 'k1', alg: 'RS256', use: 'sig' }

const genuine = (nonce: string): JWTPayload => ({
  iss: issuer,
  aud: clientId,
  sub: '1001',
  iat: now(),
  exp: now() + 3600,
  nonce,
  email: 'Alex@Example.com',
  email_verified: true,
})

const sign = (claims: JWTPayload, key = ours.privateKey, kid = 'k1') =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(key)

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** Signs in with a provider whose token endpoint returns this id token. */
async function signInWith(
  t: Test,
  idToken: (nonce: string) => Promise<string | undefined> | string,
  scope?: string,
) {
  let tokens: unknown
  const origin = await scriptedServer(t, (request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(request.url === '/certs' ? { keys: [jwk] } : tokens))
  })
  const signIn = createSignIn({
    clientId,
    clientSecret,
    redirectUri,
    issuer,
    tokenUrl: `${origin}/token`,
    jwksUrl: `${origin}/certs`,
  })
  const attempt = signIn.begin({ consent: false })
  tokens = {
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'Bearer',
    expires_in: 3599,
    id_token: await idToken(attempt.nonce),
    scope,
  }
  return signIn.finish({ ...attempt, callbackUrl: `/oauth/callback?code=c&state=${attempt.state}` })
}

t.test('a genuine id token says who signed in', async t => {
  t.same(await signInWith(t, nonce => sign(genuine(nonce)), 'openid email'), {
    email: 'Alex@Example.com',
    emailVerified: true,
    subject: '1001',
    name: null,
    authenticatedAt: null,
    grant: {
      accessToken: 'access',
      refreshToken: 'refresh',
      refreshTokenEndsInSeconds: null,
      tokenType: 'Bearer',
      expiresInSeconds: 3599,
      scope: ['openid', 'email'],
      missing: ['events', 'calendarList'],
    },
  })
})

t.test('the name is the given one, else the whole one, if the provider sends any', async t => {
  for (const [claims, name] of [
    [{ given_name: 'Alex', name: 'Alex Smith' }, 'Alex'],
    [{ given_name: ' ', name: ' Alex Smith ' }, 'Alex Smith'],
    [{ name: 7 }, null],
  ] as const) {
    const grant = await signInWith(t, nonce => sign({ ...genuine(nonce), ...claims }))
    t.equal(grant.name, name)
  }
})

t.test('reports an unverified e-mail address', async t => {
  for (const verified of [false, undefined, 'false', 'TRUE', 1]) {
    const person = await signInWith(t, nonce =>
      sign({ ...genuine(nonce), email_verified: verified }),
    )
    t.equal(person.emailVerified, false, `${verified}`)
  }
})

t.test('refuses an id token that cannot be trusted', async t => {
  const table: Record<string, (nonce: string) => Promise<string | undefined> | string> = {
    'signed with another key': nonce => sign(genuine(nonce), theirs.privateKey),
    'signed with an unknown key': nonce => sign(genuine(nonce), theirs.privateKey, 'k2'),
    'of another issuer': nonce => sign({ ...genuine(nonce), iss: 'https://evil.example.com' }),
    'for another client': nonce => sign({ ...genuine(nonce), aud: 'other.apps.example.com' }),
    'for another client as well': nonce =>
      sign({ ...genuine(nonce), aud: [clientId, 'other'], azp: 'other' }),
    expired: nonce => sign({ ...genuine(nonce), iat: now() - 7200, exp: now() - 3600 }),
    'of another sign-in': () => sign(genuine('another nonce')),
    'without a nonce': nonce => {
      const { nonce: _, ...claims } = genuine(nonce)
      return sign(claims)
    },
    'not signed': nonce => `${encode({ alg: 'none' })}.${encode(genuine(nonce))}.`,
    'signed with the client secret': nonce => {
      const content = `${encode({ alg: 'HS256', kid: 'k1' })}.${encode(genuine(nonce))}`
      return `${content}.${createHmac('sha256', clientSecret).update(content).digest('base64url')}`
    },
    missing: async () => undefined,
    'no token at all': () => 'nonsense',
  }
  for (const [name, idToken] of Object.entries(table)) {
    const error = await failure(signInWith(t, idToken))
    const reason = / signed$| secret$/.test(name) ? 'algorithm' : 'unproven'
    t.match(error, { name: 'SignInError', reason }, name)
    t.notMatch(error.message, /access|refresh|eyJ|@/i, `${name}: no secret in the message`)
    t.equal(error.cause, undefined, `${name}: carries no secret`)
  }
})

t.test('refuses a person without an address', async t => {
  const { email: _, ...claims } = genuine('')
  const error = await failure(signInWith(t, nonce => sign({ ...claims, nonce })))
  t.match(error, { name: 'SignInError', reason: 'no-address' })
})
