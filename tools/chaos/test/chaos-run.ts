import { runChaos, type ChaosOptions } from '@night-routine/chaos'
import type { Test } from 'tap'

/** A run as a test: everything that is wrong fails it, and the seed says how to have it again. */
export async function chaosRun(
  t: Test,
  { steps, redisProgram, caldav }: Pick<ChaosOptions, 'steps' | 'redisProgram' | 'caldav'>,
): Promise<void> {
  const seed = Number(process.env['SEED'] ?? 20_261_120)
  t.comment(`seed ${seed}; again: npm run bench -- chaos --seed ${seed} --steps ${steps}`)
  const { problems, report } = await runChaos({
    seed,
    steps,
    checkEvery: Math.min(steps, 50),
    redisProgram,
    caldav,
    inherited: process.env,
    print: line => t.comment(line),
  })
  t.comment(report)
  t.strictSame(problems, [])
}
