import { Kysely, PostgresDialect, type Transaction as KyselyTransaction } from 'kysely'
import { Pool, types } from 'pg'
import { keepParsed } from './keep-parsed.ts'
import type { Schema } from './schema.ts'

/** A pool of connections to the household's database. Close it with `destroy()`. */
export type Database = Kysely<Schema>

/** One transaction, from `transaction` or `householdTransaction`. */
export type Transaction = KyselyTransaction<Schema>

/** What a repository function reads through or writes to. */
export type Queryable = Database | Transaction

/** Where the database is, and who asks. */
export interface ConnectOptions {
  /** postgres://user:password@host:port/database */
  url: string
  /** Shown in pg_stat_activity. */
  applicationName: string
  maxConnections?: number
  /** Told of each connection that broke; the next query opens another one. */
  onConnectionLost?: (error: Error) => void
}

type TypeId = Parameters<typeof types.getTypeParser>[0]

const parsers = new Map<TypeId, (text: string) => unknown>([
  [types.builtins.DATE, text => text],
  [types.builtins.INT8, BigInt],
  [types.builtins.TIMESTAMPTZ, keepParsed(text => Temporal.Instant.from(text))],
])

/** How values arrive: DATE as text, int8 as bigint, timestamptz as Temporal.Instant. */
export const columnParsers = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    parsers.get(oid) ?? types.getTypeParser(oid, format),
}

/** The household's database, as `openPool` opens it. */
export function connect(options: ConnectOptions): Database {
  return openPool<Schema>(options)
}

/**
 * Opens a pool; no connection is made before the first query.
 * Every wait ends: after 5 s for a connection and 5 s for a lock. A transaction whose process has stopped
 * releases its locks after 10 s, because the plan cannot be changed while it holds them; ours take milliseconds.
 */
export function openPool<Tables>(options: ConnectOptions): Kysely<Tables> {
  const onConnectionLost = options.onConnectionLost ?? (() => {})
  const pool = new Pool({
    connectionString: options.url,
    application_name: options.applicationName,
    // A restore recognizes a running service by its connection, so an idle one keeps one open.
    min: 1,
    max: options.maxConnections ?? 10,
    connectionTimeoutMillis: 5_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    types: columnParsers,
  })
  // A connection may break while it is idle or lent; an error event without a listener ends the process.
  pool.on('error', () => {})
  pool.on('connect', client => client.on('error', onConnectionLost))
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
