import { randomUUID } from 'node:crypto'
import { Type } from 'typebox'
import { defineJob } from '../../src/queue/contract.ts'

/** A contract with its own queue, so that tests don't interfere. */
export function testContract({
  attempts = 3,
  firstRetryMs = 50,
  queue = `test-${randomUUID()}`,
} = {}) {
  return defineJob({
    queue,
    name: 'visit',
    payload: Type.Object({ calendar: Type.String() }, { additionalProperties: false }),
    options: { attempts, firstRetryMs },
    deduplicationId: ({ calendar }) => `visit-${calendar}`,
  })
}
