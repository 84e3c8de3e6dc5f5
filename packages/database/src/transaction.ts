import {
  sql,
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type Transaction as KyselyTransaction,
} from 'kysely'
import type { Database, Transaction } from './connect.ts'

// A query on a transaction that has ended would run outside of it, on a connection that has another user by then.
class EndedGuard implements KyselyPlugin {
  #ended = false

  end() {
    this.#ended = true
  }

  transformQuery({ node }: PluginTransformQueryArgs) {
    if (this.#ended) throw new Error('A query was sent on a transaction that has ended')
    return node
  }

  async transformResult({ result }: PluginTransformResultArgs) {
    return result
  }
}

/**
 * Runs `work` in one transaction (read committed): committed when its promise resolves, rolled back
 * when it rejects. A query that `work` sends later, on a transaction that has ended, throws.
 */
export async function transaction<T, Tables>(
  db: Kysely<Tables>,
  work: (trx: KyselyTransaction<Tables>) => Promise<T>,
): Promise<T> {
  return db.transaction().execute(async trx => {
    const guard = new EndedGuard()
    try {
      return await work(trx.withPlugin(guard))
    } finally {
      guard.end()
    }
  })
}

/** Another transaction held the lock of the household or of its grant for longer than the lock timeout: retry soon. */
export class HouseholdBusyError extends Error {
  override name = 'HouseholdBusyError'
  constructor(options?: ErrorOptions) {
    super('Someone else is changing the plan right now', options)
  }
}

// Any number works, as long as nothing else in this database uses it.
const lockKey = 20_261_120n
const lockNotAvailable = '55P03'

/**
 * Runs `work` in a transaction that holds the household's one lock, so that planning, overrides and calendar
 * switches never overlap. The lock ends with the transaction, even when the process is killed.
 * @throws HouseholdBusyError when another transaction holds the lock for more than 5 s
 */
export async function householdTransaction<T>(
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return transaction(db, async trx => {
    // Only the kind that ends with the transaction: a session's lock outlives it and leaks through pools.
    await busyAfterTimeout(sql`select pg_advisory_xact_lock(${lockKey})`.execute(trx))
    return work(trx)
  })
}

/**
 * Waits for a query that takes a lock.
 * @throws HouseholdBusyError when the wait ends at the lock timeout
 */
export async function busyAfterTimeout(query: Promise<unknown>): Promise<void> {
  try {
    await query
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === lockNotAvailable)
      throw new HouseholdBusyError({ cause: error })
    throw error
  }
}
