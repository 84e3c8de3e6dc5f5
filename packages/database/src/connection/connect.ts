import {
  Kysely,
  PostgresDialect,
  PostgresQueryCompiler,
  sql,
  type Transaction as KyselyTransaction,
} from 'kysely'
import { Pool, type PoolClient } from 'pg'
import { columnParsers } from './column-parsers.ts'
import { prepareReads } from './prepared-reads.ts'
import type { Schema } from '../schema/schema.ts'

/** A pool of connections to the household's database. Close it with `destroy()`. */
export type Database = Kysely<Schema>

/** One transaction, from `transaction` or `householdTransaction`. */
export type Transaction = KyselyTransaction<Schema>

/** What a repository function reads through or writes to. */
export type Queryable = Database | Transaction

/** Where the database is, and who connects to it. */
export interface ConnectOptions {
  /** postgres://user:password@host:port/database */
  url: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  maxConnections?: number
  /** `usualTimeoutMs` unless given. Tests wait longer, for slow machines. */
  timeoutMs?: number
  /** Whether the process may end while connections are idle. */
  mayEndIdle?: boolean
  /** Called for each connection that broke; the next query opens another one. */
  onConnectionLost?: (error: Error) => void
}

/** How long a service waits for a connection or a lock. */
export const usualTimeoutMs = 5_000

/** Opens a pool to the household's database, as `openPool` does. */
export function connect(options: ConnectOptions): Database {
  return openPool<Schema>(options)
}

/**
 * Opens a pool; no connection is made before the first query.
 * Every wait ends: after 5 s for a connection and 5 s for a lock. A transaction whose process has stopped
 * releases its locks after 10 s. Ours take milliseconds, and up to 4 s where one renews the grant at the provider.
 */
export function openPool<Tables>(options: ConnectOptions): Kysely<Tables> {
  const { timeoutMs = usualTimeoutMs, onConnectionLost = () => {} } = options
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    // A restore recognizes a running service by its connection, so an idle one keeps one open.
    min: 1,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: timeoutMs,
    lock_timeout: timeoutMs,
    idle_in_transaction_session_timeout: 2 * timeoutMs,
    keepAlive: true,
    allowExitOnIdle: options.mayEndIdle ?? false,
    types: columnParsers,
  })
  // A connection may break while it is idle or in use; an error event without a listener ends the process.
  pool.on('error', () => {})
  pool.on('connect', client => {
    client.on('error', onConnectionLost)
    prepareReads(client)
  })
  const borrowed = new Set<PoolClient>()
  pool.on('acquire', client => borrowed.add(client))
  pool.on('release', (_error, client) => borrowed.delete(client))
  const borrow = async () => {
    try {
      return await pool.connect()
    } catch (error) {
      // A pool that is still opening connections waits for the server, not for its callers.
      const isFull = isEndOfWait(error) && borrowed.size >= pool.totalCount
      throw isFull ? new PoolFullError({ cause: error }) : error
    }
  }
  const { options: poolOptions } = pool
  const borrowing = { connect: borrow, end: () => pool.end(), options: poolOptions }
  const db = new Kysely<Tables>({ dialect: new TemporalDialect({ pool: borrowing }) })
  timeouts.set(db, timeoutMs)
  return db
}

const timeouts = new WeakMap<object, number>()

/** How long callers of this pool wait for a connection or a lock. */
export function timeoutOf(pool: object): number {
  return timeouts.get(pool) ?? usualTimeoutMs
}

/** Kysely's PostgreSQL, with Temporal values as parameters. Its connections need `columnParsers`. */
export class TemporalDialect extends PostgresDialect {
  override createQueryCompiler() {
    return new TemporalCompiler()
  }
}

// The driver would send them as JSON, in quotes.
class TemporalCompiler extends PostgresQueryCompiler {
  protected override appendValue(value: unknown) {
    const isTemporal = value instanceof Temporal.Instant || value instanceof Temporal.PlainDate
    super.appendValue(isTemporal ? value.toString() : value)
  }
}

/** Reads the server's version, such as "18.4", and its time. */
export async function readServerFacts(q: Queryable) {
  return q
    .selectNoFrom([
      sql<string>`current_setting('server_version')`.as('version'),
      sql<Temporal.Instant>`clock_timestamp()`.as('now'),
    ])
    .executeTakeFirstOrThrow()
}

/** Every connection of the pool was in use for as long as a caller waits: retry soon. */
export class PoolFullError extends Error {
  override name = 'PoolFullError'
  constructor(options?: ErrorOptions) {
    super('Every connection to the database is in use', options)
  }
}

// The pool has no code for it.
const endOfWait = 'timeout exceeded when trying to connect'
const isEndOfWait = (error: unknown) => error instanceof Error && error.message === endOfWait

const tooManyConnections = '53300'

/** Whether the database works, but has no connection for us right now: the pool's or the server's are all in use. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof PoolFullError || codeOf(error) === tooManyConnections
}

// Connection, resources, shutdown and start-up, a standby that only reads.
const temporaryCode = /^(08|53|57P0|25006)/

const unreachable = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'EPIPE',
  'ETIMEDOUT',
])

// The pool and the client have no code for these. A rollback on a connection that was just lost throws the
// last one in place of the error that led to it.
const lostConnection =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/

/** Whether this error of the driver means that the database cannot be reached right now, so that a retry may help. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error) || isDatabaseFull(error)) return false
  const code = codeOf(error)
  return temporaryCode.test(code) || unreachable.has(code) || lostConnection.test(error.message)
}

/** The code of an error of the driver or of the network; empty without one. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
