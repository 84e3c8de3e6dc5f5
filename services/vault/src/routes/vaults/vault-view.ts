import { unreadable, type Vault } from '@night-routine/database/vault'
import { Type, type Static } from 'typebox'

/** A vault in a response. `created` is in milliseconds since 1970. */
export const VaultView = Type.Object({
  id: Type.String(),
  uid: Type.String(),
  name: Type.String(),
  password: Type.String(),
  salt: Type.String(),
  created: Type.Integer(),
  host: Type.String(),
  size: Type.Integer(),
  region: Type.String(),
  encryption_version: Type.Integer(),
})

/** A vault with the fields of every known client: `uid` and `id` are the same. */
export function vaultView(
  vault: Vault,
  { host, hideKeyHash }: { host: string; hideKeyHash: boolean },
): Static<typeof VaultView> {
  const { id, name, salt, region, encryptionVersion, createdAt } = vault
  return {
    id,
    uid: id,
    name,
    password: passwordField(vault, hideKeyHash),
    salt,
    created: createdAt.epochMilliseconds,
    host,
    // This host stores no vault contents.
    size: 0,
    region,
    encryption_version: encryptionVersion,
  }
}

function passwordField({ password, keyHash }: Vault, hideKeyHash: boolean): string {
  // Clients would take the key hash for the generated password, which no key decrypts.
  if (password === unreadable) return ''
  // Clients need the password that the host generated.
  return password ?? (hideKeyHash ? '' : keyHash)
}
