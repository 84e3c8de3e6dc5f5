import { sql } from 'kysely'
import type { VaultQueryable } from './connect.ts'

/** Whether the account of this address in small letters has signed in from there before. */
export async function isKnownAddress(
  q: VaultQueryable,
  email: string,
  addressHash: string,
): Promise<boolean> {
  const found = await q
    .selectFrom('vault.sign_in_addresses as known')
    .innerJoin('vault.accounts as account', 'account.id', 'known.account_id')
    .select('known.account_id')
    .where('account.email', '=', email)
    .where('known.address_hash', '=', addressHash)
    .executeTakeFirst()
  return found !== undefined
}

/** Notes that an account has signed in from there. */
export async function saveKnownAddress(
  q: VaultQueryable,
  { accountId, addressHash }: { accountId: string; addressHash: string },
  now: Temporal.Instant,
): Promise<void> {
  const last_at = now.toString()
  await q
    .insertInto('vault.sign_in_addresses')
    .values({ account_id: accountId, address_hash: addressHash, last_at })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'address_hash']).doUpdateSet({ last_at }),
    )
    .execute()
}

/** Deletes addresses without a sign-in since then. */
export async function forgetOldAddresses(
  q: VaultQueryable,
  since: Temporal.Instant,
): Promise<void> {
  await q
    .deleteFrom('vault.sign_in_addresses')
    .where(sql<boolean>`last_at < ${since.toString()}`)
    .execute()
}
