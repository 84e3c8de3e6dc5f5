import type { Kysely } from 'kysely'
import { transaction } from '../connection/transaction.ts'
import type { SignInTables } from './tables.ts'

/** How many sign-ins have failed in a row, pending ones included, and when the last one started. */
export interface Attempts {
  failures: number
  lastAt: Temporal.Instant
}

/** Days after the last attempt, much longer than any wait. */
const attemptDays = 1

/** Days after the last sign-in. */
const addressDays = 180

/** Text or UUID, no account has it. */
const noAccount = '0'.repeat(32)

/** The attempts to sign in and the known networks of one schema. */
export function signInRecords(db: Kysely<SignInTables>) {
  return {
    /**
     * Counts an attempt as failed before it is tried, so that attempts at once count too, unless `mayTry` refuses
     * it. The key is the hash of what was tried, and from where; an account need not exist.
     * @returns the attempts before this one when it was refused
     */
    async beginAttempt(
      keyHash: string,
      { now, mayTry }: { now: Temporal.Instant; mayTry: (before: Attempts) => boolean },
    ): Promise<Attempts | undefined> {
      return transaction(db, async trx => {
        await trx
          .insertInto('sign_in_attempts')
          .values({ email_hash: keyHash, failures: 0, last_at: now })
          .onConflict(conflict => conflict.doNothing())
          .execute()
        const before = await trx
          .selectFrom('sign_in_attempts')
          .select(['failures', 'last_at as lastAt'])
          .where('email_hash', '=', keyHash)
          .forUpdate()
          .executeTakeFirstOrThrow()
        if (!mayTry(before)) return before
        await trx
          .updateTable('sign_in_attempts')
          .set({ failures: before.failures + 1, last_at: now })
          .where('email_hash', '=', keyHash)
          .execute()
        return undefined
      })
    },

    /** Uncounts one attempt, which was neither a failure nor a sign-in. */
    async undoAttempt(keyHash: string): Promise<void> {
      await db
        .updateTable('sign_in_attempts')
        .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), eb.lit(0)]) }))
        .where('email_hash', '=', keyHash)
        .execute()
    },

    /** Forgets the attempts of a key, after a sign-in. */
    async forgetAttempts(keyHash: string): Promise<void> {
      await db.deleteFrom('sign_in_attempts').where('email_hash', '=', keyHash).execute()
    },

    /** Whether the account has signed in from there before. One query also without an account: time tells nothing. */
    async isKnownAddress(accountId: string | undefined, addressHash: string): Promise<boolean> {
      const found = await db
        .selectFrom('sign_in_addresses')
        .select('account_id')
        .where('account_id', '=', accountId ?? noAccount)
        .where('address_hash', '=', addressHash)
        .executeTakeFirst()
      return found !== undefined
    },

    /** Notes that an account has signed in from there. */
    async saveKnownAddress(
      accountId: string,
      addressHash: string,
      now: Temporal.Instant,
    ): Promise<void> {
      await db
        .insertInto('sign_in_addresses')
        .values({ account_id: accountId, address_hash: addressHash, last_at: now })
        .onConflict(conflict =>
          conflict.columns(['account_id', 'address_hash']).doUpdateSet({ last_at: now }),
        )
        .execute()
    },

    /** Deletes attempts and addresses that nothing was heard of for long. */
    async deleteOld(now: Temporal.Instant): Promise<void> {
      const before = (days: number) => now.subtract({ hours: days * 24 })
      await db.deleteFrom('sign_in_attempts').where('last_at', '<', before(attemptDays)).execute()
      await db.deleteFrom('sign_in_addresses').where('last_at', '<', before(addressDays)).execute()
    },
  }
}
