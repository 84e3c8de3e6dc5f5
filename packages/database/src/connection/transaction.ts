import {
  sql,
  type Kysely,
  type KyselyPlugin,
  type PluginTransformQueryArgs,
  type PluginTransformResultArgs,
  type RawBuilder,
  type Transaction as KyselyTransaction,
} from 'kysely'
import pTimeout from 'p-timeout'
import { codeOf, timeoutOf, type Database, type Transaction } from './connect.ts'

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

/** Another change held the lock of the household or of its grant for too long: retry soon. */
export class HouseholdBusyError extends Error {
  override name = 'HouseholdBusyError'
  constructor(options?: ErrorOptions) {
    super('Someone else is changing the plan right now', options)
  }
}

const lockNotAvailable = '55P03'
const deadlock = '40P01'

/** Whether another change holds what this one needs: nothing was written, and a retry may help. */
export function isLockHeld(error: unknown): boolean {
  return error instanceof HouseholdBusyError || [lockNotAvailable, deadlock].includes(codeOf(error))
}

// Any number works, as long as nothing else in this database uses it.
const lockKey = 20_261_120n

/** A lock that a change gets late is worth a moment, even at the end of its patience. */
const leastMs = 1_000

/**
 * Runs `work` in a transaction that holds the household's one lock, so that planning, overrides and calendar
 * switches never overlap. The lock ends with the transaction, even when the process is killed. The changes of this
 * process wait for each other before they take a connection, so that they cannot fill the pool.
 * @throws HouseholdBusyError when others hold the lock for more than 5 s
 */
export async function householdTransaction<T>(
  db: Database,
  work: (trx: Transaction) => Promise<T>,
): Promise<T> {
  return lockingTransaction(db, 'household', async (trx, limit) => {
    // Only the kind that ends with the transaction: a session's lock outlives it and leaks through pools.
    const lock = sql`pg_advisory_xact_lock(${lockKey})`
    await busyAfterTimeout(sql`select ${limit}, ${lock}`.execute(trx))
    return work(trx)
  })
}

/** The end of the last turn, by pool and lock. */
const queues = new WeakMap<object, Map<string, Promise<void>>>()

/**
 * Runs `work` after everything that came before it in this process for the same lock, and tells it how much of the
 * patience of the pool is left. First come, first served.
 * @throws HouseholdBusyError when its turn does not come in time
 */
async function inTurn<T>(db: Database, lock: string, work: (leftMs: number) => Promise<T>) {
  const timeoutMs = timeoutOf(db)
  const deadline = performance.now() + timeoutMs
  const queue = queues.get(db) ?? new Map<string, Promise<void>>()
  queues.set(db, queue)
  const before = queue.get(lock) ?? Promise.resolve()
  const turn = Promise.withResolvers<void>()
  // Those behind one that gave up still wait for those ahead of it.
  queue.set(
    lock,
    before.then(() => turn.promise),
  )
  try {
    await pTimeout(before, { milliseconds: timeoutMs, message: new HouseholdBusyError() })
    return await work(deadline - performance.now())
  } finally {
    turn.resolve()
  }
}

/**
 * Runs `work` in a transaction of which only one runs at a time in this process. `limit` is to be selected
 * before the lock: it shortens the wait for it, so that the queue and the lock together take no longer than the
 * patience of the pool.
 * @throws HouseholdBusyError when its turn does not come in time
 */
export async function lockingTransaction<T>(
  db: Database,
  lock: 'household' | 'grant',
  work: (trx: Transaction, limit: RawBuilder<unknown>) => Promise<T>,
): Promise<T> {
  return inTurn(db, lock, leftMs => {
    const lockMs = Math.min(timeoutOf(db), Math.max(leastMs, Math.ceil(leftMs)))
    const limit = sql`set_config('lock_timeout', ${`${lockMs}ms`}, true)`
    return transaction(db, trx => work(trx, limit))
  })
}

/**
 * Waits for a query that takes a lock.
 * @throws HouseholdBusyError when the wait ends at the lock timeout
 */
export async function busyAfterTimeout(query: Promise<unknown>) {
  try {
    await query
  } catch (error) {
    if (codeOf(error) === lockNotAvailable) throw new HouseholdBusyError({ cause: error })
    throw error
  }
}
