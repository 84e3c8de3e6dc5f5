import { sql } from 'kysely'
import type { Queryable } from './connect.ts'

/** What a database server says of itself. */
export interface ServerFacts {
  /** "18.4". */
  version: string
  now: Temporal.Instant
}

/** Asks the server for its version and its time. */
export async function readServerFacts(q: Queryable): Promise<ServerFacts> {
  const { rows } = await sql<ServerFacts>`
    select current_setting('server_version') as version, clock_timestamp() as now`.execute(q)
  const [facts] = rows
  if (facts === undefined) throw new Error('A select without a table has one row.')
  return facts
}
