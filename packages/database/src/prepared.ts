import { CompiledQuery } from 'kysely'
import type { Queryable } from './connect.ts'

/** A statement that is asked over and over, and always in the same words. */
export interface Prepared {
  name: string
  text: string
}

/**
 * Asks it by its name: PostgreSQL parses and plans it once for each connection, which takes most of the
 * time of a large statement that reads little. It names its columns one by one: a `*` would fail on the
 * connections that are open when a migration adds one.
 */
export async function askPrepared<Row>(
  q: Queryable,
  statement: Prepared,
  parameters: readonly unknown[],
): Promise<Row[]> {
  // The driver takes text and name together where it takes a text, and Kysely hands on what it is given;
  // only the types of both know nothing of it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const text = statement as unknown as string
  const { rows } = await q.executeQuery<Row>(CompiledQuery.raw(text, [...parameters]))
  return rows
}

/**
 * What a statement sees of the database. Two that give the same text have seen the same, in every table:
 * whatever is committed between them changes it, and so does another server in the place of this one.
 */
export const snapshotSql = `concat(pg_current_snapshot(), ' ', pg_postmaster_start_time())`
