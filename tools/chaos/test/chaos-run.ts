import { runChaos, type ChaosOptions, type ChaosOutcome } from '@night-routine/chaos'
import type { Test } from 'tap'

/** A run as a test: every problem fails it, and the seed is printed so that the run can be repeated. */
export async function checkChaos(
  t: Test,
  options: Pick<ChaosOptions, 'steps' | 'redisProgram' | 'home' | 'days' | 'caldav' | 'enter'>,
  run: (options: ChaosOptions) => Promise<ChaosOutcome> = runChaos,
): Promise<void> {
  const { steps } = options
  const seed = Number(process.env['SEED'] ?? 20_261_120)
  const way = (options.home ? ' --home' : '') + (options.days ? ' --days' : '')
  t.comment(`seed ${seed}; again: npm run bench -- chaos --seed ${seed} --steps ${steps}${way}`)
  const { problems, report } = await run({
    ...options,
    seed,
    checkEvery: Math.min(steps, 50),
    inherited: process.env,
    print: line => t.comment(line),
  })
  t.comment(report)
  t.strictSame(problems, [])
}
