import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, PostgresConnection } from 'bullmq'
import { usualReachMs, type Backend } from './backend.ts'

const betweenFailuresMs = 1_000

/** The queue has its own schema, separate from the household's tables. */
export function connection({ url, reachMs = usualReachMs }: Backend, max: number) {
  return {
    connectionString: url,
    schema: 'queue',
    max,
    connectionTimeoutMillis: reachMs,
    // Without this, a dead connection is noticed only when TCP gives up.
    query_timeout: reachMs + 3_000,
    // A process killed while it creates the tables must not block the others.
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // BullMQ listens for connection errors while idle, but not while it creates its tables, and an
    // error event without a listener ends the process.
    onConnect: (client: EventEmitter) => {
      client.on('error', () => undefined)
    },
  }
}

/**
 * Connects to the server, and migrates the queue's tables if this role may create them. The roles of services may
 * not: for them the owner does (`migrateQueue`), and this only checks that the tables are there.
 */
export async function prepare(backend: Backend): Promise<void> {
  await using opened = open(backend, { migrate: false })
  const { rows } = await opened.connection.pool.query(
    "select has_database_privilege(current_database(), 'create') as may",
  )
  if (rows[0]?.['may'] !== true) {
    await opened.connection.waitUntilReady()
    return
  }
  await migrate(backend)
}

/**
 * Migrates the queue's tables. BullMQ makes the sequence of a queue with its first job; for the `queues` that are
 * named it does so now, because the roles of services may not.
 */
export async function migrate(backend: Backend, queues: readonly string[] = []): Promise<void> {
  await using opened = open(backend, { migrate: true })
  await opened.connection.waitUntilReady()
  for (const queue of queues) await opened.connection.pool.query('select next_job_id($1)', [queue])
}

function open(backend: Backend, how: { migrate: boolean }) {
  const opened = new PostgresConnection({ ...connection(backend, 1), ...how })
  return { connection: opened, [Symbol.asyncDispose]: () => opened.close() }
}

/**
 * BullMQ's PostgreSQL backend with a delay after failures. Without it, a worker fetches the next job
 * again at once: 7,000 connections a second to a server that accepts and drops them.
 */
export const patientBackend: typeof createPostgresBackend = (...options) => {
  const backend = createPostgresBackend(...options)
  const moveToActive = backend.moveToActive.bind(backend)
  backend.moveToActive = async (...request) => {
    try {
      return await moveToActive(...request)
    } catch (error) {
      await sleep(betweenFailuresMs)
      throw error
    }
  }
  return backend
}
