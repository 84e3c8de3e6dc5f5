import { moveIn, startStack } from '@night-routine/chaos'
import t from 'tap'

/** One stack for edit-travels.test.ts and restore.test.ts, with the queue on PostgreSQL: to start it takes longer. */
export const stack = await startStack({
  redisProgram: undefined,
  inherited: { ...process.env, LOG_LEVEL: 'debug' },
})
t.teardown(() => stack.stop({ forget: true }))

export const { visitor } = await moveIn(stack)
