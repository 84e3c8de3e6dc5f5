import {
  testDatabase as migratedDatabase,
  type Test,
  type TestDatabase,
} from '@night-routine/database/testing'
import { prepareBackend } from './queue/open.ts'

const fill = async (url: string) => prepareBackend({ kind: 'postgresql', url })

/** A test's database that has the queue's tables already: to make them takes a service longer than its start. */
export async function testDatabase(t: Test): Promise<TestDatabase> {
  return migratedDatabase(t, { name: 'queue', fill })
}
