import { transaction } from '../connection/transaction.ts'
import type { VaultDatabase, Queryable } from './schema.ts'

/** How many sign-ins have failed in a row, pending ones included, and when the last one started. */
export interface Attempts {
  failures: number
  lastAt: Temporal.Instant
}

/**
 * Counts an attempt as failed before it is tried, so that attempts at once count too, unless `mayTry` refuses
 * it. The key is the hash of what was tried, and from where; an account need not exist.
 * @returns the attempts before this one when it was refused
 */
export async function beginAttempt(
  db: VaultDatabase,
  keyHash: string,
  { now, mayTry }: { now: Temporal.Instant; mayTry: (before: Attempts) => boolean },
): Promise<Attempts | undefined> {
  return transaction(db, async trx => {
    await trx
      .insertInto('vault.sign_in_attempts')
      .values({ email_hash: keyHash, failures: 0, last_at: now })
      .onConflict(conflict => conflict.doNothing())
      .execute()
    const before = await trx
      .selectFrom('vault.sign_in_attempts')
      .select(['failures', 'last_at as lastAt'])
      .where('email_hash', '=', keyHash)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (!mayTry(before)) return before
    await trx
      .updateTable('vault.sign_in_attempts')
      .set({ failures: before.failures + 1, last_at: now })
      .where('email_hash', '=', keyHash)
      .execute()
    return undefined
  })
}

/** Uncounts one attempt, which was neither a failure nor a sign-in. */
export async function undoAttempt(q: Queryable, keyHash: string): Promise<void> {
  await q
    .updateTable('vault.sign_in_attempts')
    .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), eb.lit(0)]) }))
    .where('email_hash', '=', keyHash)
    .execute()
}

/** Forgets the attempts of a key, after a sign-in. */
export async function forgetAttempts(q: Queryable, keyHash: string): Promise<void> {
  await q.deleteFrom('vault.sign_in_attempts').where('email_hash', '=', keyHash).execute()
}

/** Forgets the attempts of all keys before `since`. */
export async function forgetOldAttempts(q: Queryable, since: Temporal.Instant): Promise<void> {
  await q.deleteFrom('vault.sign_in_attempts').where('last_at', '<', since).execute()
}

/** Whether the account of this folded address has signed in from there before. */
export async function isKnownAddress(
  q: Queryable,
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
  q: Queryable,
  { accountId, addressHash }: { accountId: string; addressHash: string },
  now: Temporal.Instant,
): Promise<void> {
  await q
    .insertInto('vault.sign_in_addresses')
    .values({ account_id: accountId, address_hash: addressHash, last_at: now })
    .onConflict(conflict =>
      conflict.columns(['account_id', 'address_hash']).doUpdateSet({ last_at: now }),
    )
    .execute()
}

/** Deletes addresses without a sign-in since then. */
export async function forgetOldAddresses(q: Queryable, since: Temporal.Instant): Promise<void> {
  await q.deleteFrom('vault.sign_in_addresses').where('last_at', '<', since).execute()
}
