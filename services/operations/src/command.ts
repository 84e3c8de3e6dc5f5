import { MigrationRefusal } from '@night-routine/database'
import { ConfigurationError, type Environment } from '@night-routine/service'
import { RecoveryError } from './recovery/manifest.ts'

/** What a command needs from its process. */
export interface World {
  env: Environment
  now: () => Temporal.Instant
  print: (line: string) => void
  /** Ends `nightly`; every other command finishes its work. */
  signal: AbortSignal
}

/** @returns the exit code */
export type Command = (words: readonly string[], world: World) => Promise<number>

/** Each command loads only its own code, because a health check runs every few minutes. */
const commands: Record<string, { words?: string; does: string; load: () => Promise<Command> }> = {
  migrate: {
    words: '[household] [vault]',
    does: 'migrates the tables to this version',
    load: async () => (await import('./migrate.ts')).runMigrate,
  },
  doctor: {
    does: 'checks the whole installation, and says what to fix',
    load: async () => (await import('./doctor/diagnose.ts')).runDoctor,
  },
  backup: {
    words: '[FILE]',
    does: 'writes a backup',
    load: async () => (await import('./recovery/commands.ts')).backup,
  },
  restore: {
    words: 'FILE [--replace] [--without-files]',
    does: 'restores a backup',
    load: async () => (await import('./recovery/commands.ts')).putBack,
  },
  restored: {
    words: 'TIME',
    does: 'run it after you restored PostgreSQL by other means',
    load: async () => (await import('./recovery/commands.ts')).noteTime,
  },
  check: {
    words: 'FILE',
    does: 'verifies a backup',
    load: async () => (await import('./recovery/commands.ts')).check,
  },
  keys: {
    words: '[--rotate]',
    does: 'shows which keys are still needed, or rotates them',
    load: async () => (await import('./recovery/commands.ts')).keys,
  },
  nightly: {
    words: '[--once]',
    does: 'makes a backup now and each day, and deletes old ones',
    load: async () => (await import('./recovery/commands.ts')).nightly,
  },
  young: {
    does: 'checks that the newest backup is recent enough',
    load: async () => (await import('./recovery/commands.ts')).young,
  },
}

const usage = Object.entries(commands)
  .map(([name, { words = '', does }]) => `${`${name} ${words}`.padEnd(47)} ${does}`)
  .join('\n')

/**
 * Runs one command. A refusal is printed as a sentence, and ends with 1.
 * @param words the command and its arguments
 * @returns the exit code; 2 for an unknown command
 */
export async function runCommand(words: readonly string[], world: World): Promise<number> {
  const [name = '', ...rest] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    world.print(usage)
    return 2
  }
  try {
    const run = await command.load()
    return await run(rest, world)
  } catch (error) {
    if (!isRefusal(error)) throw error
    world.print(error.message)
    return 1
  }
}

function isRefusal(error: unknown): error is Error {
  return [RecoveryError, MigrationRefusal, ConfigurationError].some(kind => error instanceof kind)
}
