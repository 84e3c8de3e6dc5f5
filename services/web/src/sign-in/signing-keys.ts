import { createPrivateKey, hash } from 'node:crypto'
import { deriveKeys, type TokenKeys } from '@night-routine/database'
import type { JWK } from 'oidc-provider'

/** An Ed25519 private key in PKCS #8 is this, and 32 bytes of secret (RFC 8410, 7). */
const pkcs8Start = Buffer.from('302e020100300506032b657004220420', 'hex')

/**
 * The keys that sign id tokens, derived from SECRET_KEYS: the first one signs, and what an older one signed is still
 * accepted. So there is no other secret to keep, to rotate or to lose.
 */
export function signingKeys(keys: TokenKeys): JWK[] {
  return deriveKeys(keys, 'id tokens of our own provider').map(secret => {
    const key = createPrivateKey({
      key: Buffer.concat([pkcs8Start, secret]),
      format: 'der',
      type: 'pkcs8',
    })
    const { x = '', d = '' } = key.export({ format: 'jwk' })
    return { kty: 'OKP', crv: 'Ed25519', use: 'sig', alg: algorithm, kid: hash('sha256', x), x, d }
  })
}

/** How id tokens are signed (RFC 9864). */
export const algorithm = 'Ed25519'
