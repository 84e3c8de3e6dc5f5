import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { checkOdd, oddJson, oddText } from '@night-routine/odd-input'
import * as fc from 'fast-check'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import t from 'tap'
import { SignInError } from '../../src/errors.ts'
import { createOpenidSignIn } from '../../src/openid/sign-in.ts'
import type { Credentials } from '../../src/sign-in.ts'

const email = 'alex@example.com'
const clientId = 'night-routine'
const { privateKey, publicKey } = await generateKeyPair('ES256')
const header = { alg: 'ES256', kid: 'k1' }
const keys = { keys: [{ ...(await exportJWK(publicKey)), ...header }] }

const place = '/.well-known/openid-configuration'
/** What the provider answers at each of its addresses. */
type Answers = Record<typeof place | '/t' | '/k' | '/u', Buffer>

let answers: Partial<Answers> = {}
const server = createServer((request, response) => {
  const [, answer] = Object.entries(answers).find(([path]) => path === request.url) ?? []
  response.setHeader('content-type', 'application/json')
  response.writeHead(answer ? 200 : 404).end(answer)
}).listen(0, '127.0.0.1')
await once(server, 'listening')
t.teardown(() => {
  server.close()
  server.closeAllConnections()
})
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

const description = {
  issuer,
  authorization_endpoint: `${issuer}/a`,
  token_endpoint: `${issuer}/t`,
  jwks_uri: `${issuer}/k`,
  userinfo_endpoint: `${issuer}/u`,
  id_token_signing_alg_values_supported: ['ES256'],
  token_endpoint_auth_methods_supported: ['client_secret_basic'],
}

const personal = { sub: 'alex', email, email_verified: true, given_name: 'Alex' }
const bytes = (value: unknown) => Buffer.from(JSON.stringify(value))

async function claimsFor(nonce: string) {
  const now = Math.floor(Date.now() / 1000)
  return { iss: issuer, aud: clientId, iat: now, exp: now + 600, nonce, sub: 'alex' }
}

const signed = async (claims: Buffer) =>
  new SignJWT(JSON.parse(claims.toString())).setProtectedHeader(header).sign(privateKey)

const tokens = (idToken: string) => ({
  access_token: 'access',
  token_type: 'Bearer',
  expires_in: 600,
  id_token: idToken,
})

/** One sign-in, with these answers in place of the good ones. */
async function signIn(
  odd?: Partial<Answers>,
  idTokenClaims = async (nonce: string) => bytes(await claimsFor(nonce)),
) {
  answers = {
    [place]: bytes(description),
    '/k': bytes(keys),
    '/u': bytes(personal),
    ...odd,
  }
  // Some odd addresses never answer.
  const timeoutMs = odd === undefined ? 10_000 : 100
  const options = { issuer, clientId, clientSecret: 'secret', timeoutMs }
  const redirectUri = 'http://localhost:8080/oauth/callback'
  const provider = createOpenidSignIn({ ...options, redirectUri })
  const attempt = await provider.begin({ consent: false })
  answers['/t'] ??= bytes(tokens(await signed(await idTokenClaims(attempt.nonce))))
  const callbackUrl = `/oauth/callback?code=c&state=${attempt.state}&iss=${encodeURIComponent(issuer)}`
  return provider.finish({ ...attempt, callbackUrl })
}

/** A person of the contract, or a SignInError; both storable, and neither without bounds. */
async function isBounded(attempt: () => Promise<Credentials>) {
  const outcome = await attempt().catch((error: unknown) => {
    if (error instanceof SignInError) return error
    throw error
  })
  const said =
    outcome instanceof SignInError
      ? [outcome.message]
      : [outcome.email, outcome.name ?? '', outcome.subject]
  return said.every(text => text.length < 700 && text.isWellFormed() && !text.includes('\0'))
}

const holds = async (attempt: () => Promise<Credentials>) => {
  if (!(await isBounded(attempt))) throw new Error('not bounded')
  const person = await signIn()
  if (person.email !== email) throw new Error('the next sign-in fails')
}

t.test('a good sign-in', async t => {
  t.match(await signIn(), { email, emailVerified: true, name: 'Alex', subject: `${issuer} alex` })
})

const claims = (body: Buffer) => async (nonce: string) => {
  const good = { ...(await claimsFor(nonce)) }
  try {
    const odd: unknown = JSON.parse(body.toString())
    return bytes({ ...good, ...(typeof odd === 'object' ? odd : {}), nonce })
  } catch {
    return bytes(good)
  }
}
const token = tokens(await signed(bytes(await claimsFor('nonce'))))
const page = fc.constantFrom('javascript:alert(1)', 'data:,', '//x', '/a', '', '\0', 'http://[')

for (const [what, odd, attempt] of [
  ['description', oddJson(description), body => signIn({ [place]: body })],
  [
    'address of a page',
    fc
      .oneof(page, oddText({ maxLength: 100 }))
      .map(address => bytes({ ...description, authorization_endpoint: address })),
    body => signIn({ [place]: body }),
  ],
  ['keys', oddJson(keys), body => signIn({ '/k': body })],
  ['token answer', oddJson(token), body => signIn({ '/t': body })],
  ['answer of UserInfo', oddJson(personal), body => signIn({ '/u': body })],
  ['claims', oddJson({ ...personal, nonce: 'nonce' }), body => signIn({}, claims(body))],
] as const satisfies [string, fc.Arbitrary<Buffer>, (body: Buffer) => Promise<Credentials>][])
  t.test(`any ${what} gives a person or a SignInError`, async t => {
    await checkOdd(t, odd, async body => holds(async () => attempt(body)), { cases: 25 })
  })

t.test('anything that the provider says of an error is bounded', async t => {
  await checkOdd(
    t,
    oddText(),
    async text => {
      const provider = createOpenidSignIn({
        issuer,
        clientId,
        clientSecret: 'secret',
        redirectUri: 'http://localhost:8080/oauth/callback',
      })
      const attempt = await provider.begin({ consent: false })
      const query = new URLSearchParams({
        error: text,
        error_description: text,
        state: attempt.state,
        iss: issuer,
      })
      const callbackUrl = `/oauth/callback?${query.toString()}`
      await holds(async () => provider.finish({ ...attempt, callbackUrl }))
    },
    { cases: 25 },
  )
})
