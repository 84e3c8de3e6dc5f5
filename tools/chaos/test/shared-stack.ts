import { moveIn, startStack } from '@night-routine/chaos'
import t from 'tap'

/**
 * One stack for restore.test.ts and travelling-edit.test.ts, in this order, because a start takes longer than either.
 * The queue is on PostgreSQL.
 */
export const stack = await startStack({
  redisProgram: undefined,
  inherited: { ...process.env, LOG_LEVEL: 'debug' },
})
t.teardown(() => stack.stop({ forget: true }))

/** Alex, signed in. */
export const { visitor } = await moveIn(stack)
