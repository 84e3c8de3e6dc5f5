import type { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPostgresBackend, PostgresConnection } from 'bullmq'
import { usualReachMs, type Backend } from './backend.ts'

const betweenFailuresMs = 1_000

/** The queue has a schema of its own, apart from the tables of the domain. */
export function connection({ url, reachMs = usualReachMs }: Backend, max: number) {
  return {
    connectionString: url,
    schema: 'queue',
    max,
    connectionTimeoutMillis: reachMs,
    // A connection that died in silence would be waited for until TCP gives up.
    query_timeout: reachMs + 3_000,
    // A process that was stopped while it made the tables keeps nobody else from them.
    idle_in_transaction_session_timeout: 10_000,
    keepAlive: true,
    // BullMQ hears a connection break while it is idle, but not while it makes its tables: an error
    // event nobody hears ends the process.
    onConnect: (client: EventEmitter) => {
      client.on('error', () => undefined)
    },
  }
}

/** Reaches the server and brings the tables of the queue up to date. */
export async function migrate(backend: Backend): Promise<void> {
  const opened = new PostgresConnection({ ...connection(backend, 1), migrate: true })
  try {
    await opened.waitUntilReady()
  } finally {
    await opened.close()
  }
}

/**
 * BullMQ's backend, slowed down in trouble: its worker asks for the next job again as soon as
 * asking has failed, which is 7,000 connections a second to a server that takes and drops them.
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
