import { seal, unsealIfKeyed, type Place, type TokenKeys, type unreadable } from '../sealed.ts'
import { transaction } from '../transaction.ts'
import type { VaultDatabase, VaultQueryable } from './schema.ts'

/** What this host knows about a remote vault. */
export interface Vault {
  id: string
  name: string
  keyHash: string
  salt: string
  /**
   * The encryption password where the host made it; null where only the client knows it, unreadable
   * where the key that sealed it is gone.
   */
  password: string | null | typeof unreadable
  region: string
  encryptionVersion: number
  createdAt: Temporal.Instant
}

/** A vault that is being made: its password, where it has one, is known. */
export type NewVault = Vault & { password: string | null }

const passwordOf = (id: string): Place => `vault_vaults.${id}.password`

/** Makes a vault, unless the account has `limit` of them. @returns whether it was made */
export async function createVault(
  db: VaultDatabase,
  keys: TokenKeys,
  { accountId, vault, limit }: { accountId: string; vault: NewVault; limit: number },
): Promise<boolean> {
  const { id, name, keyHash, salt, password, region, encryptionVersion, createdAt } = vault
  return transaction(db, async trx => {
    await lockAccount(trx, accountId)
    const { count } = await trx
      .selectFrom('vault.vaults')
      .select(eb => eb.fn.countAll<bigint>().as('count'))
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow()
    if (count >= limit) return false
    await trx
      .insertInto('vault.vaults')
      .values({
        id,
        account_id: accountId,
        name,
        key_hash: keyHash,
        salt,
        sealed_password: password === null ? null : seal(keys, passwordOf(id), password),
        region,
        encryption_version: encryptionVersion,
        created_at: createdAt,
      })
      .execute()
    return true
  })
}

/** Of the makings of one account, one goes after the other: a limit holds for many at once. */
export async function lockAccount(q: VaultQueryable, accountId: string): Promise<void> {
  await q
    .selectFrom('vault.accounts')
    .select('id')
    .where('id', '=', accountId)
    .forUpdate()
    .executeTakeFirst()
}

/** The vaults of an account, oldest first. */
export async function readVaults(
  q: VaultQueryable,
  keys: TokenKeys,
  accountId: string,
): Promise<Vault[]> {
  const rows = await q
    .selectFrom('vault.vaults')
    .select(['id', 'name', 'key_hash as keyHash', 'salt', 'sealed_password as sealed', 'region'])
    .select(['encryption_version as encryptionVersion', 'created_at as createdAt'])
    .where('account_id', '=', accountId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  return rows.map(({ sealed, ...vault }) => ({
    ...vault,
    password: sealed === null ? null : unsealIfKeyed(keys, passwordOf(vault.id), sealed),
  }))
}
