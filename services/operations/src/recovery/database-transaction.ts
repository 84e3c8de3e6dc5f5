import {
  columnParsers,
  TemporalDialect,
  type Database,
  type Transaction,
} from '@night-routine/database/connection'
import { Kysely } from 'kysely'
import { Client } from 'pg'

/** One transaction for Kysely's statements and for COPY, which needs the connection itself. */
export interface DatabaseTransaction {
  client: Client
  trx: Transaction
}

/** Makes times and numbers portable between servers, regardless of their settings. */
const plainText = [
  "set local timezone = 'UTC'",
  "set local datestyle = 'ISO'",
  "set local intervalstyle = 'iso_8601'",
  "set local bytea_output = 'hex'",
  'set local extra_float_digits = 3',
  "set local client_encoding = 'UTF8'",
  'set local statement_timeout = 0',
  'set local lock_timeout = 5000',
  'set local idle_in_transaction_session_timeout = 0',
]

/** Runs `work` in one transaction on a separate connection, which `signal` cuts. */
export async function inOneTransaction<T>(
  how: { url: string; name: string; snapshot?: boolean; signal?: AbortSignal | undefined },
  work: (session: DatabaseTransaction) => Promise<T>,
): Promise<T> {
  const { url, name, snapshot = false, signal } = how
  const client = new Client({
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    types: columnParsers,
  })
  // A pending query rejects as well; without a listener the event would end the process.
  client.on('error', () => {})
  await client.connect()
  // During a statement, this closes the socket.
  const cut = () => void client.end()
  signal?.addEventListener('abort', cut)
  const pool = {
    connect: async () => Object.assign(client, { release: () => {} }),
    end: async () => client.end(),
    options: {},
  }
  await using db: Database = new Kysely({ dialect: new TemporalDialect({ pool }) })
  const transaction = db.transaction()
  const begun = snapshot
    ? transaction.setIsolationLevel('repeatable read').setAccessMode('read only')
    : transaction
  try {
    return await begun.execute(async trx => {
      signal?.throwIfAborted()
      for (const setting of plainText) await client.query(setting)
      return work({ client, trx })
    })
  } finally {
    signal?.removeEventListener('abort', cut)
  }
}
