import { runChaos } from '@night-routine/chaos'
import type { Test } from 'tap'

/** A short run as a test: everything that is wrong fails it, and the seed says how to have it again. */
export async function shortRun(
  t: Test,
  { seed, redisProgram }: { seed: number; redisProgram: string | undefined },
): Promise<void> {
  t.comment(
    `seed ${seed}; again: npm run bench -- chaos --seed ${seed} --steps 30 --check-every 30`,
  )
  const { problems, report } = await runChaos({
    seed,
    steps: 30,
    checkEvery: 30,
    redisProgram,
    inherited: process.env,
    print: line => t.comment(line),
  })
  t.comment(report)
  t.strictSame(problems, [])
}
