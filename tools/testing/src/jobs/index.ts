import {
  testDatabase as migratedDatabase,
  type Test,
  type TestDatabase,
} from '@night-routine/testing/database'
import { migrateQueue } from '@night-routine/jobs'

/** Names a queue that is down, as a service's environment: what is asked for stays in the database. */
export const queueDown = { REDIS_URL: 'redis://127.0.0.1:1' }

/** A test's database that has the queue's tables already: to make them takes a service longer than its start. */
export async function testDatabase(t: Test): Promise<TestDatabase> {
  return migratedDatabase(t, { name: 'queue', fill: migrateQueue })
}
