import { seal, unsealIfKeyed, type TokenKeys, type unreadable } from '../connection/sealed.ts'
import { transaction } from '../connection/transaction.ts'
import type { Queryable, Transaction, VaultDatabase } from './schema.ts'

/** What this host knows about a remote vault. */
export interface Vault {
  id: string
  name: string
  keyHash: string
  salt: string
  /** Null where only the client knows it; unreadable where the key that sealed it is gone. */
  password: string | null | typeof unreadable
  region: string
  encryptionVersion: number
  createdAt: Temporal.Instant
}

/** A vault to create: its password is readable. */
export type NewVault = Vault & { password: string | null }

const passwordOf = (id: string) => `vault_vaults.${id}.password` as const

/** Makes a vault, unless the account has `limit` of them. @returns whether it was made */
export async function createVault(
  db: VaultDatabase,
  keys: TokenKeys,
  { accountId, vault, limit }: { accountId: string; vault: NewVault; limit: number },
): Promise<boolean> {
  const { id, name, keyHash, salt, password, region, encryptionVersion, createdAt } = vault
  const row = {
    id,
    account_id: accountId,
    name,
    key_hash: keyHash,
    salt,
    sealed_password: password === null ? null : seal(keys, passwordOf(id), password),
    region,
    encryption_version: encryptionVersion,
    created_at: createdAt,
  }
  return transaction(db, async trx => {
    if (!(await isBelowLimit(trx, 'vault.vaults', { accountId, limit }))) return false
    await trx.insertInto('vault.vaults').values(row).execute()
    return true
  })
}

/** Whether an account may have one more. It locks the account, so that the limit holds for requests at once. */
export async function isBelowLimit(
  trx: Transaction,
  table: 'vault.sites' | 'vault.vaults',
  { accountId, limit }: { accountId: string; limit: number },
): Promise<boolean> {
  const account = trx.selectFrom('vault.accounts').select('id').where('id', '=', accountId)
  await account.forUpdate().execute()
  const { count } = await trx
    .selectFrom(table)
    .select(eb => eb.fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return count < limit
}

/** The vaults of an account, oldest first. */
export async function readVaults(
  q: Queryable,
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
