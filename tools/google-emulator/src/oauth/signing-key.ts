import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWK } from 'jose'

export interface SigningKey {
  /** As /certs publishes it. */
  readonly publicJwk: JWK
  sign(claims: Record<string, unknown>): Promise<string>
}

let ours: Promise<SigningKey> | undefined

/** The RS256 key pair of this process. Making one takes 0.1 s, and tests start hundreds of emulators. */
export function signingKey(): Promise<SigningKey> {
  ours ??= createSigningKey()
  return ours
}

async function createSigningKey(): Promise<SigningKey> {
  const { publicKey, privateKey } = await generateKeyPair('RS256')
  const kid = crypto.randomUUID()
  return {
    publicJwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' },
    sign: claims => sign(claims, kid, privateKey),
  }
}

/** Signed with an unpublished key, under the id of the published one. */
export async function signWrongly(claims: Record<string, unknown>, kid: string | undefined) {
  const { privateKey } = await generateKeyPair('RS256')
  return sign(claims, kid ?? '', privateKey)
}

function sign(claims: Record<string, unknown>, kid: string, key: CryptoKey): Promise<string> {
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key)
}
