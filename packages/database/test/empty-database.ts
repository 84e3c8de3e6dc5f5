import { connect } from '@night-routine/database'
import type { TestDatabase } from '@night-routine/database/testing'
import { createDatabase, type Test } from '../src/test-server.ts'

/** A database in which nothing has been migrated. */
export async function emptyDatabase(t: Test): Promise<TestDatabase> {
  const url = await createDatabase(t, process.env['DATABASE_URL'] ?? '', 'template0')
  const db = connect({ url, applicationName: 'test' })
  t.teardown(() => db.destroy())
  return { db, url }
}
