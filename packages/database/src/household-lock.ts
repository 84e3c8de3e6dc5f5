import { sql } from 'kysely'
import type { Database, Transaction } from './connect.ts'
import { HouseholdBusyError } from './errors.ts'
import { transaction } from './transaction.ts'

// Any number works, as long as nothing else in this database uses it.
const lockKey = 20_261_120n
const lockNotAvailable = '55P03'

/**
 * Runs `work` in a transaction that holds the household's one lock: planning, overrides and calendar
 * switches happen one after the other. The lock ends with the transaction, even when the process is killed.
 * @throws HouseholdBusyError when another transaction holds the lock for more than 5 s
 */
export async function householdTransaction<T>(
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(db, async trx => {
    await takeLock(trx)
    return work(trx)
  })
}

// Only the kind that ends with the transaction: a session's lock outlives it and leaks through pools.
async function takeLock(trx: Transaction) {
  try {
    await sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable)
      throw new HouseholdBusyError({ cause: error })
    throw error
  }
}
