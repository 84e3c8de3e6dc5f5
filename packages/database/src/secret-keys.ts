import { createHash, createSecretKey, hkdfSync, type KeyObject } from 'node:crypto'

/** One key with the id that marks what it sealed: the first 8 hex digits of its SHA-256. */
interface SecretKey {
  id: string
  key: KeyObject
}

/** Newest first: the first one seals, each one opens. A new key is put in front of the old ones. */
export type TokenKeys = readonly [SecretKey, ...SecretKey[]]

/**
 * Reads SECRET_KEYS, newest first: 32 bytes each, as 64 hex digits or as base64 (also url-safe).
 * @throws Error with a sentence that names the place of a bad key, never the key
 */
export function parseSecretKeys(list: readonly string[]): TokenKeys {
  const [newest, ...older] = list.map(secretKey)
  if (!newest) throw new Error('SECRET_KEYS is empty: it needs at least one key of 32 bytes')
  return [newest, ...older]
}

function secretKey(text: string, index: number): SecretKey {
  const bytes = keyBytes(text.trim())
  if (bytes?.length !== 32)
    throw new Error(
      `Key ${index + 1} of SECRET_KEYS is not 32 bytes in hex (64 digits) or base64 (44 characters)`,
    )
  const id = createHash('sha256').update(bytes).digest('hex').slice(0, 8)
  return { id, key: createSecretKey(bytes) }
}

function keyBytes(text: string): Buffer | undefined {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  if (/^[\w+/-]{43}=?$/.test(text)) return Buffer.from(text, 'base64')
  return undefined
}

/**
 * Keys for one purpose only, newest first, so that what they sign is never mistaken for something else
 * under the same secret (RFC 5869).
 */
export function deriveKeys([newest, ...older]: TokenKeys, purpose: string): [Buffer, ...Buffer[]] {
  const derived = ({ key }: SecretKey) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))
  return [derived(newest), ...older.map(derived)]
}
