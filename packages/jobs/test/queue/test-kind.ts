import { randomUUID } from 'node:crypto'
import type { JobKind } from '@night-routine/database/jobs'

/** A kind with its own queue, so that tests don't interfere. */
export function testKind(): JobKind {
  return `test-${randomUUID()}` as JobKind
}
