import { createSignIn, SignInError } from '@night-routine/calendar'
import { checkOdd, oddJson } from '@night-routine/odd-input'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import t from 'tap'
import { scriptedServer } from '../scripted-server.ts'

const clientId = 'client.apps.example.com'
const issuer = 'https://accounts.example.com'
const { privateKey, publicKey } = await generateKeyPair('RS256')
const header = { alg: 'RS256', kid: 'k1' }
const keys = { keys: [{ ...(await exportJWK(publicKey)), ...header }] }

const good = {
  access_token: 'access',
  refresh_token: 'refresh',
  token_type: 'Bearer',
  expires_in: 3599,
  refresh_token_expires_in: 604_799,
  scope: 'openid email',
}

t.test('any token answer gives a grant that can be stored and used, or a SignInError', async t => {
  let answer = Buffer.from('')
  const origin = await scriptedServer(t, (request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(request.url === '/certs' ? JSON.stringify(keys) : answer)
  })
  const signIn = createSignIn({
    clientId,
    clientSecret: 'a secret of the client',
    redirectUri: 'http://localhost:8080/oauth/callback',
    issuer,
    tokenUrl: `${origin}/token`,
    jwksUrl: `${origin}/certs`,
  })
  const finish = async (body: Buffer) => {
    const { state, codeVerifier, nonce } = signIn.begin({ consent: true })
    const now = Math.floor(Date.now() / 1000)
    const person = { sub: '1001', email: 'alex@example.com', email_verified: true }
    const claims = { iss: issuer, aud: clientId, iat: now, exp: now + 600, nonce, ...person }
    const idToken = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
    answer = Buffer.from(body.toString().replace('{', `{"id_token":"${idToken}",`))
    const callbackUrl = `/oauth/callback?code=c&state=${state}`
    return signIn.finish({ callbackUrl, state, codeVerifier, nonce })
  }
  await checkOdd(
    t,
    oddJson(good),
    async body => {
      const outcome = await finish(body).catch((error: unknown) => {
        if (error instanceof SignInError) return undefined
        throw error
      })
      if (outcome === undefined) return
      const { grant } = outcome
      const start = Temporal.Instant.from('2026-11-20T12:00:00Z')
      start.add({ seconds: grant.expiresInSeconds })
      start.add({ seconds: grant.refreshTokenEndsInSeconds ?? 0 })
      const isTyped = [grant.accessToken, grant.refreshToken ?? 'x'].every(token =>
        /^[\x20-\x7e]+$/.test(token),
      )
      const isStorable = grant.scope.every(
        scope => scope.isWellFormed() && !scope.includes('\0') && scope.length <= 2_000,
      )
      if (!isTyped || !isStorable) throw new Error(JSON.stringify(grant).slice(0, 300))
    },
    { cases: 50 },
  )
  t.match(await finish(Buffer.from(JSON.stringify(good))), { grant: { accessToken: 'access' } })
})
