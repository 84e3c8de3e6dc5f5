import type { Kysely } from 'kysely'
import { transaction } from '../connection/transaction.ts'
import type { AttemptTables } from '../schema/credentials.ts'

/** How many sign-ins have failed in a row, pending ones included, and when the last one started. */
export interface Attempts {
  failures: number
  lastAt: Temporal.Instant
}

/** Days after the last attempt, much longer than any wait. */
const attemptDays = 1

/** The attempts to sign in of one schema. */
export function attemptRecords(db: Kysely<AttemptTables>) {
  return {
    /**
     * Counts an attempt as failed before it is tried, so that attempts at once count too, unless `mayTry` refuses
     * it. The key stands for what was tried, and from where; an account need not exist.
     * @returns the attempts before this one
     */
    async beginAttempt(
      keyHash: string,
      { now, mayTry }: { now: Temporal.Instant; mayTry: (before: Attempts) => boolean },
    ): Promise<Attempts> {
      return transaction(db, async trx => {
        // An update that changes nothing, because a row that is only found could be forgotten before it is locked.
        const before = await trx
          .insertInto('sign_in_attempts')
          .values({ email_hash: keyHash, failures: 0, last_at: now })
          .onConflict(conflict =>
            conflict.column('email_hash').doUpdateSet({ email_hash: keyHash }),
          )
          .returning(['failures', 'last_at as lastAt'])
          .executeTakeFirstOrThrow()
        if (!mayTry(before)) return before
        await trx
          .updateTable('sign_in_attempts')
          .set({ failures: before.failures + 1, last_at: now })
          .where('email_hash', '=', keyHash)
          .execute()
        return before
      })
    },

    /** Uncounts one attempt, which was neither a failure nor a sign-in. */
    async undoAttempt(keyHash: string) {
      await db
        .updateTable('sign_in_attempts')
        .set(eb => ({ failures: eb.fn<number>('greatest', [eb('failures', '-', 1), eb.lit(0)]) }))
        .where('email_hash', '=', keyHash)
        .execute()
    },

    /** Forgets the attempts of a key, after a sign-in. */
    async forgetAttempts(keyHash: string) {
      await db.deleteFrom('sign_in_attempts').where('email_hash', '=', keyHash).execute()
    },

    /** Deletes attempts that nothing was heard of for long. */
    async deleteOldAttempts(now: Temporal.Instant) {
      const before = now.subtract({ hours: attemptDays * 24 })
      await db.deleteFrom('sign_in_attempts').where('last_at', '<', before).execute()
    },
  }
}
