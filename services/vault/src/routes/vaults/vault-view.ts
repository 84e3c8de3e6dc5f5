import { unreadable, type Vault } from '@night-routine/database/vault'
import { Type, type Static } from 'typebox'

/** A vault in an answer. `created` is in milliseconds since 1970. */
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

/** A vault as every known client reads it: `uid` and `id` are the same. */
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
    // This host keeps no contents of vaults.
    size: 0,
    region,
    encryption_version: encryptionVersion,
  }
}

function passwordField({ password, keyHash }: Vault, hideKeyHash: boolean): string {
  // Clients would take the key hash for the password that the host has made, and lost.
  if (password === unreadable) return ''
  // A password that the host made is of no use unless the client gets it.
  return password ?? (hideKeyHash ? '' : keyHash)
}
