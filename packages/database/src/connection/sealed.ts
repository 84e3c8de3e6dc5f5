import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  randomBytes,
  type KeyObject,
} from 'node:crypto'

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

/** A stored token that none of the secret keys opens, or that was changed: connect the account again. */
export class TokenUnreadableError extends Error {
  override name = 'TokenUnreadableError'
}

/** The one place, as table.row.column, where a sealed text may be opened again. */
export type AssociatedData = `${string}.${string | number}.${string}`

const algorithm = 'aes-256-gcm'
const nonceBytes = 12
const tagBytes = 16

/**
 * Seals a text with the newest key: AES-256-GCM, a fresh nonce, the place as associated data.
 * @returns `<key id>.<base64url of nonce, tag and ciphertext>`
 */
export function seal([newest]: TokenKeys, associatedData: AssociatedData, text: string): string {
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv(algorithm, newest.key, nonce, { authTagLength: tagBytes })
  cipher.setAAD(Buffer.from(associatedData))
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  const sealed = Buffer.concat([nonce, cipher.getAuthTag(), ciphertext])
  return `${newest.id}.${sealed.toString('base64url')}`
}

/**
 * Opens what `seal` sealed for this place, with whichever key sealed it.
 * @throws TokenUnreadableError when that key is gone, or when text or place are not the sealed ones
 */
export function unseal(keys: TokenKeys, associatedData: AssociatedData, sealed: string): string {
  const [id, body = ''] = sealed.split('.')
  const sealedWith = keys.find(key => key.id === id)
  if (!sealedWith) throw new TokenUnreadableError(`No key of SECRET_KEYS sealed ${associatedData}`)
  const bytes = Buffer.from(body, 'base64url')
  const nonce = bytes.subarray(0, nonceBytes)
  const tag = bytes.subarray(nonceBytes, nonceBytes + tagBytes)
  try {
    const decipher = createDecipheriv(algorithm, sealedWith.key, nonce, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(associatedData))
    decipher.setAuthTag(tag)
    const text = decipher.update(bytes.subarray(nonceBytes + tagBytes))
    return Buffer.concat([text, decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new TokenUnreadableError(`${associatedData} is not what was sealed there`, { cause })
  }
}

/** In place of a sealed text whose key is gone. */
export const unreadable: unique symbol = Symbol('unreadable')

/** Opens a text, or returns `unreadable` where no key does. */
export function unsealIfKeyed(
  keys: TokenKeys,
  associatedData: AssociatedData,
  sealed: string,
): string | typeof unreadable {
  try {
    return unseal(keys, associatedData, sealed)
  } catch (error) {
    if (error instanceof TokenUnreadableError) return unreadable
    throw error
  }
}

/** The same text under the newest key, so that an older key can be dropped; as it is if unreadable. */
export function reseal(keys: TokenKeys, associatedData: AssociatedData, sealed: string): string {
  const text = unsealIfKeyed(keys, associatedData, sealed)
  return text === unreadable ? sealed : seal(keys, associatedData, text)
}
