import { sql } from 'kysely'
import { transaction } from '../transaction.ts'
import type { VaultDatabase, VaultQueryable } from './connect.ts'

/** How many sign-ins have failed in a row, pending ones included, and when the last one started. */
export interface Attempts {
  failures: number
  lastAt: Temporal.Instant
}

/**
 * Counts an attempt as failed before it is tried, so that many at once are counted too, unless
 * `mayTry` refuses it by those before it. It counts where there is no account as well. The key is the hash of
 * what was tried, and from where.
 * @returns the attempts before this one when it was refused
 */
export async function beginAttempt(
  db: VaultDatabase,
  keyHash: string,
  { now, mayTry }: { now: Temporal.Instant; mayTry: (before: Attempts) => boolean },
): Promise<Attempts | undefined> {
  return transaction(db, async trx => {
    const at = now.toString()
    await trx
      .insertInto('vault.sign_in_attempts')
      .values({ email_hash: keyHash, failures: 0, last_at: at })
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
      .set({ failures: before.failures + 1, last_at: at })
      .where('email_hash', '=', keyHash)
      .execute()
    return undefined
  })
}

/** Takes one attempt back that was no failure, and no sign-in either. */
export async function undoAttempt(q: VaultQueryable, keyHash: string): Promise<void> {
  await q
    .updateTable('vault.sign_in_attempts')
    .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), eb.lit(0)]) }))
    .where('email_hash', '=', keyHash)
    .execute()
}

/** Forgets the attempts of a key: somebody has signed in. */
export async function forgetAttempts(q: VaultQueryable, keyHash: string): Promise<void> {
  await q.deleteFrom('vault.sign_in_attempts').where('email_hash', '=', keyHash).execute()
}

/** Forgets the attempts before `since`, of whatever key. */
export async function forgetOldAttempts(q: VaultQueryable, since: Temporal.Instant): Promise<void> {
  await q
    .deleteFrom('vault.sign_in_attempts')
    .where(sql<boolean>`last_at < ${since.toString()}`)
    .execute()
}
