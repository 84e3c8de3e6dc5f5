import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { StartCalendars } from './calendar-server.ts'
import { check, type Seen } from './check.ts'
import { moveIn, type Home } from './household-at-home.ts'
import { allHistory, allNights, decisionOf } from './household-state.ts'
import { emptyModel, settledAs } from './model.ts'
import { passDay } from './pass-day.ts'
import { perform } from './perform.ts'
import { count, newRun, type Run } from './run-state.ts'
import { endTrouble, waitUntilIdle } from './wait-until-idle.ts'
import { startStack, type Stack } from './stack.ts'
import { stepsOf } from './steps.ts'
import { loggedSecrets } from './logged-secrets.ts'

/** The same seed gives the same steps; the timing of processes may differ. */
export interface ChaosOptions {
  seed: number
  steps: number
  /** Every so many steps the failures stop, all jobs finish, and everything is compared. */
  checkEvery: number
  /** The program `redis-server`; undefined: no wake-up reaches another process, and sweeps find the work. */
  redisProgram: string | undefined
  /** All services in one process, where wake-ups are calls. */
  home?: boolean | undefined
  /** After each check a day passes. */
  days?: boolean | undefined
  /** Calendars at this CalDAV server instead of the emulator. */
  caldav?: StartCalendars | undefined
  inherited: NodeJS.ProcessEnv
  print: (line: string) => void
  /** Signs in, and may do more before the first step; by default a family moves in. */
  enter?: (stack: Stack) => Promise<Home>
}

/** The result of a run; without problems, everything agreed at every check. */
export interface ChaosOutcome {
  problems: string[]
  report: string
}

/** Starts everything, does the steps, checks again and again, and stops everything. */
export async function runChaos(options: ChaosOptions): Promise<ChaosOutcome> {
  const stack = await startStack(options)
  const { problems, report } = await chaosAt(stack, options)
  try {
    await stack.stop({ forget: problems.length === 0 })
  } catch (error) {
    problems.push(`stopping: ${String(error)}`)
    options.print(`stopping: ${String(error)}`)
  }
  if (problems.length > 0) options.print(`The logs of all processes are in ${stack.logs}`)
  return { problems, report }
}

/** Does the steps at a running stack, and leaves it running. */
export async function chaosAt(stack: Stack, options: Omit<ChaosOptions, 'inherited' | 'caldav'>) {
  const startedAt = performance.now()
  const problems: string[] = []
  let run: Run | undefined
  try {
    const { visitor, seen } = await (options.enter ?? moveIn)(stack)
    run = newRun(stack, visitor)
    problems.push(...(await goThrough(run, seen, options)))
  } catch (error) {
    problems.push(`the run itself failed: ${error instanceof Error ? error.stack : String(error)}`)
  }
  await Promise.allSettled(run?.background ?? [])
  const seconds = (performance.now() - startedAt) / 1000
  return { problems, report: reportOf(options, { run, seconds, problems }) }
}

async function goThrough(
  run: Run,
  first: Seen,
  options: Omit<ChaosOptions, 'inherited' | 'caldav'>,
): Promise<string[]> {
  const { seed, steps: wanted, checkEvery, print } = options
  const steps = stepsOf(seed, wanted, { redis: run.stack.servers.redisUrl !== undefined })
  const log = join(run.stack.logs, 'steps.txt')
  const nights = await allNights(run.stack.db)
  run.model = settledAs(
    emptyModel,
    new Map(nights.map(night => [night.night.toString(), decisionOf(night)])),
  )
  let seen = first
  for (const [index, step] of steps.entries()) {
    const at = Temporal.Now.instant().toString({ smallestUnit: 'millisecond' })
    const outcome = await perform(run, step)
    count(run, step.kind, outcome)
    await appendFile(log, `${at} ${index + 1} ${JSON.stringify(step)} ${outcome}\n`)
    if ((index + 1) % checkEvery !== 0 && index + 1 < steps.length) continue

    const troubles = [...(await endTrouble(run)), ...(await waitUntilIdle(run))]
    const checked = await check(run, seen)
    const problems = [...troubles, ...checked.problems]
    await appendFile(log, `-- checked: ${JSON.stringify(problems)}\n`)
    if (problems.length > 0) {
      await appendFile(log, await historyOf(run, problems))
      return problems.map(line => `after step ${index + 1}: ${line}`)
    }
    seen = checked.seen
    if (options.days) {
      const passed = await passDay(run, seen)
      const after = await check(run, passed.seen)
      const faults = [...passed.problems, ...after.problems]
      if (faults.length > 0) return faults.map(line => `a day after step ${index + 1}: ${line}`)
      seen = after.seen
    }
    print(`seed ${seed}: all agrees after ${index + 1} of ${steps.length} steps`)
  }
  return loggedSecrets(run.stack, run.visitor)
}

/** The history of the nights that the problems name, for debugging. */
async function historyOf({ stack }: Run, problems: readonly string[]): Promise<string> {
  const named = new Set(problems.flatMap(line => line.match(/\d{4}-\d\d-\d\d/g) ?? []))
  const entries = (await allHistory(stack.db)).filter(({ night }) =>
    named.has(night?.toString() ?? ''),
  )
  return entries.map(entry => `${JSON.stringify(entry, withoutBigInts)}\n`).join('')
}

const withoutBigInts = (_key: string, value: unknown) =>
  typeof value === 'bigint' ? String(value) : value

function reportOf(
  { seed, steps, redisProgram, home }: Omit<ChaosOptions, 'inherited' | 'caldav'>,
  { run, seconds, problems }: { run: Run | undefined; seconds: number; problems: string[] },
): string {
  const kinds = [...(run?.counts ?? [])]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, counts]) => {
      const outcomes = Object.entries(counts).filter(([, times]) => times > 0)
      return `  ${kind.padEnd(20)} ${outcomes.map(([outcome, times]) => `${times} ${outcome}`).join(', ')}`
    })
  const queue = redisProgram ? 'queue on Redis' : 'sweeps only'
  return [
    `seed ${seed}, ${steps} steps, ${seconds.toFixed(0)} s, ${home ? 'one process' : queue}`,
    ...kinds,
    `  ${run?.checks ?? 0} checks; in them ${run?.ambiguous ?? 0} nights whose last writer was uncertain`,
    ...(problems.length === 0
      ? ['model, database and calendar agree']
      : [`${problems.length} problems:`, ...problems.map(line => `  ${line}`)]),
  ].join('\n')
}
