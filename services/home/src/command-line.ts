import { createLogger, loadConfig } from '@night-routine/service'
import { runHomeCommand } from './command.ts'
import { configSchema } from './config.ts'
import { leaveRoot } from './ownership.ts'

/** Runs the command of a process. What it prints is for a person, and so are the faults. @returns the exit code */
export async function runCommandLine(
  args: readonly string[],
  host: Pick<NodeJS.Process, 'env' | 'stdin' | 'stdout' | 'stderr'>,
  signal: AbortSignal,
): Promise<number> {
  const { env, stdin: input, stdout, stderr } = host
  const print = (line: string) => void stdout.write(`${line}\n`)
  const logger = createLogger({ name: 'home', level: 'error', destination: stderr })
  try {
    const config = loadConfig(configSchema, env)
    leaveRoot(config, logger)
    return await runHomeCommand(args, { config, env, logger, print, input, signal })
  } catch (error) {
    if (!(error instanceof Error)) throw error
    // An error with a code is one of the surroundings; any other is ours, and keeps its stack.
    stderr.write(`${'code' in error ? error.message : error.stack}\n`)
    return 1
  }
}
