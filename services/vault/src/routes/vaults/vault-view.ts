import type { Vault } from '@night-routine/database/vault'

/** A vault as every known client reads it: `uid` and `id` are the same. */
export function vaultView(
  vault: Vault,
  { host, hideKeyHash }: { host: string; hideKeyHash: boolean },
) {
  const { id, name, salt, region, encryptionVersion, createdAt } = vault
  return {
    id,
    uid: id,
    name,
    // A password that the host made is of no use unless the client gets it.
    password: vault.password ?? (hideKeyHash ? '' : vault.keyHash),
    salt,
    created: createdAt.epochMilliseconds,
    host,
    // This host keeps no contents of vaults.
    size: 0,
    region,
    encryption_version: encryptionVersion,
  }
}
