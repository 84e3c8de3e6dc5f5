import type { Environment } from '@night-routine/service'
import { usage } from './usage.ts'

/** What a command needs from its process. */
export interface World {
  env: Environment
  now: () => Temporal.Instant
  print: (line: string) => void
  /** Prints a sentence for the operator, or an error with its stack. */
  printError: (problem: unknown) => void
  /** Calls `stop` on SIGINT or SIGTERM instead of ending the process. */
  onInterrupt: (stop: () => void) => void
}

/**
 * Runs one command. Each command loads only its own code, because a health check runs every few minutes.
 * @param words the command and its arguments
 * @returns the exit code; 2 for an unknown command
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
