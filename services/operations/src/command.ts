import type { Environment } from '@night-routine/service'
import { usage } from './usage.ts'

/** What a command gets from the process that it runs in. */
export interface World {
  env: Environment
  now: () => Temporal.Instant
  print: (line: string) => void
  /** A sentence for the operator, or an error with its stack. */
  printError: (problem: unknown) => void
  /** Calls `stop` instead of ending the process at SIGINT or SIGTERM. */
  onInterrupt: (stop: () => void) => void
}

/**
 * Runs one command of the operator. Each loads only its own code: a health check runs every few minutes.
 * @param words the command and what follows it
 * @returns the exit code; 2 when there is no such command
 */
export async function runCommand(words: readonly string[], world: World): Promise<number> {
  const [command = '', ...rest] = words
  switch (command) {
    case 'migrate': {
      const { runMigrate } = await import('./migrate/command.ts')
      return runMigrate(rest, world)
    }
    case 'doctor': {
      const { runDoctor } = await import('./doctor/command.ts')
      return runDoctor(world)
    }
    case 'backup':
    case 'restore':
    case 'restored':
    case 'check':
    case 'keys':
    case 'nightly':
    case 'young':
      return recover(words, world)
    default:
      world.print(usage)
      return 2
  }
}

async function recover(words: readonly string[], world: World): Promise<number> {
  const { runRecovery } = await import('./recovery/command.ts')
  const ended = new AbortController()
  world.onInterrupt(() => ended.abort())
  try {
    return await runRecovery(words, { ...world, signal: ended.signal })
  } catch (error) {
    world.printError(error instanceof Error ? error.message : error)
    return 1
  }
}
