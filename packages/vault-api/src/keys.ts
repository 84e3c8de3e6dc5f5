import { createHash, hkdf, randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import { UnsupportedEncryption } from './errors.ts'

/** The encryption versions that this client can prove a key for. */
export const encryptionVersions = [0, 2, 3] as const

export type EncryptionVersion = (typeof encryptionVersions)[number]

export const supportedEncryptionVersion = 3

const derive = promisify<string, string, number, object, Buffer>(scrypt)
const expand = promisify(hkdf)

// 128 × N × r bytes is what scrypt needs; Node's usual limit is exactly that and refuses.
const cost = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

/** Derives the key of a vault. The salt is the text that the service keeps, not the bytes its digits stand for. */
export async function deriveKey(password: string, salt: string): Promise<Buffer> {
  return derive(password.normalize('NFKC'), salt.normalize('NFKC'), keyLength, cost)
}

/** The proof that one has the key, as it is sent to the service. @throws UnsupportedEncryption */
export async function keyHash(key: Uint8Array, salt: string, version: number): Promise<string> {
  if (version === 0) return createHash('sha256').update(key).digest('hex')
  if (version === 2 || version === 3)
    // The label is part of the protocol; another one gives other hashes.
    return Buffer.from(await expand('sha256', key, salt, 'ObsidianKeyHash', keyLength)).toString(
      'hex',
    )
  throw new UnsupportedEncryption(`Encryption version ${version} is not supported.`)
}

/** A fresh salt, 16 random bytes as hexadecimal text. */
export function createSalt(): string {
  return randomBytes(16).toString('hex')
}
