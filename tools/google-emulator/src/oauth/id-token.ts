import { createHash } from 'node:crypto'
import type { EmulatorAccount } from '../control/contract.ts'
import type { Provider } from '../state/provider.ts'
import { signWrongly } from './signing-key.ts'

interface IdTokenRequest {
  account: EmulatorAccount
  accessToken: string
  scopes: readonly string[]
  nonce: string | null
  issuer: string
}

/** An id token for one hour, with the fault that a test has set. */
export async function issueIdToken(provider: Provider, request: IdTokenRequest): Promise<string> {
  const { account, accessToken, nonce, scopes } = request
  const now = Math.floor(provider.clock.now().epochMilliseconds / 1000)
  const claims = {
    iss: request.issuer,
    azp: provider.client.id,
    aud: provider.client.id,
    sub: account.subject,
    email: account.email,
    email_verified: account.emailVerified,
    at_hash: createHash('sha256')
      .update(accessToken)
      .digest()
      .subarray(0, 16)
      .toString('base64url'),
    ...(nonce !== null && { nonce }),
    ...(scopes.includes('https://www.googleapis.com/auth/userinfo.profile') && {
      name: account.name,
    }),
    iat: now,
    exp: now + 3600,
  }
  const { idTokenFault } = provider.switches
  if (idTokenFault === null) return provider.signingKey.sign(claims)
  if (idTokenFault === 'signature') return signWrongly(claims, provider.signingKey.publicJwk.kid)
  const spoiled = {
    issuer: { iss: 'https://impostor.example.com' },
    audience: { aud: 'other-client', azp: 'other-client' },
    nonce: { nonce: 'nonce-of-somebody-else' },
    expired: { iat: now - 7200, exp: now - 3600 },
  }
  return provider.signingKey.sign({ ...claims, ...spoiled[idTokenFault] })
}
