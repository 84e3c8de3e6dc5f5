import { moveIn, startStack } from '@night-routine/chaos'
import { readJobRequests } from '@night-routine/database/jobs'
import { findRedis } from '@night-routine/servers'
import t from 'tap'

/** With `npm run test:long` sweeps find all work, as they do where there is no Redis. */
export const redisProgram =
  process.env['LONG_TESTS'] === undefined ? await findRedis(process.env['PATH'] ?? '') : undefined

/** One stack for every file that whole-product.test.ts runs, because a start takes longer than most of them. */
export const stack = await startStack({
  redisProgram,
  inherited: { ...process.env, LOG_LEVEL: 'debug' },
})
t.teardown(() => stack.stop({ forget: true }))

/** Alex, signed in, and what the household looked like before. */
export const { visitor, seen } = await moveIn(stack)

/** Resolves when no job request has been open for 700 ms. */
export async function quiet(): Promise<void> {
  let since = performance.now()
  while (performance.now() - since < 700) {
    const open = (await readJobRequests(stack.db)).some(
      ({ requestNumber, doneNumber, running }) => requestNumber !== doneNumber || running,
    )
    if (open) since = performance.now()
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}
