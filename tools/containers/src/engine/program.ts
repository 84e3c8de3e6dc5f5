import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

export interface ProgramOptions {
  cwd?: string
  env?: NodeJS.ProcessEnv
  /** What the program reads from standard input; nothing unless given. */
  input?: string
  /** Seconds after which the program is killed; 600 unless given. */
  seconds?: number
}

export interface Outcome {
  status: number
  stdout: string
  stderr: string
}

/** Runs a program to its end. A signal counts as status 1, like a program that cannot be started. */
export async function attempt(
  program: string,
  args: readonly string[],
  { cwd, env, input = '', seconds = 600 }: ProgramOptions = {},
): Promise<Outcome> {
  // In a separate process group, so that on Ctrl-C we can stop everything in order.
  const child = spawn(program, args, {
    cwd,
    env,
    detached: true,
    timeout: seconds * 1000,
    killSignal: 'SIGKILL',
  })
  child.stdin.on('error', () => {})
  child.stdin.end(input)
  try {
    const [stdout, stderr] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ])
    return { status: child.exitCode ?? 1, stdout, stderr }
  } catch (error) {
    return { status: 1, stdout: '', stderr: String(error) }
  }
}

/** A program that ended with another status than 0; the message holds the end of what it printed. */
class ProgramError extends Error {
  override name = 'ProgramError'
  readonly outcome: Outcome

  constructor(program: string, args: readonly string[], outcome: Outcome) {
    const printed = `${outcome.stdout}${outcome.stderr}`.trim().split('\n').slice(-40).join('\n')
    super(`${[program, ...args].join(' ')} ended with ${outcome.status}:\n${printed}`)
    this.outcome = outcome
  }
}

/**
 * Runs a program to its end and returns what it printed to standard output.
 *
 * @throws {ProgramError} when it ends with another status than 0
 */
export async function run(program: string, args: readonly string[], options: ProgramOptions = {}) {
  const outcome = await attempt(program, args, options)
  if (outcome.status !== 0) throw new ProgramError(program, args, outcome)
  return outcome.stdout
}
