import { MigrationRefusal } from '@night-routine/database/connection'
import { ConfigurationError } from '@night-routine/service'
import type { Command, CommandContext } from './command-context.ts'
import { RecoveryError } from './recovery/manifest.ts'

type Module = () => Promise<{ commands: Readonly<Record<string, Command>> }>

const recovery: Module = () => import('./recovery/commands.ts')

/** Each command's words, what it does, and its module: only that one is loaded, because health checks run often. */
const commands: Record<string, readonly [args: string, does: string, module: Module]> = {
  migrate: [
    '[household] [vault]',
    'migrates the tables to this version',
    () => import('./migrate.ts'),
  ],
  roles: [
    '',
    'makes the database roles that the addresses of the services name',
    () => import('./roles.ts'),
  ],
  doctor: [
    '',
    'checks the whole installation, and says what to fix',
    () => import('./doctor/diagnose.ts'),
  ],
  people: [
    'list|add|recover|remove|rebind|erase [ADDRESS]',
    'lets people in: accounts, and links to new passwords',
    () => import('./people.ts'),
  ],
  backup: ['[FILE]', 'writes a backup', recovery],
  restore: ['FILE [--replace] [--without-files] [--only-with-keys]', 'restores a backup', recovery],
  restored: ['TIME', 'run it after you restored PostgreSQL by other means', recovery],
  check: ['FILE', 'verifies a backup', recovery],
  keys: ['[--rotate]', 'shows which keys are still needed, or rotates them', recovery],
  nightly: ['[--once]', 'makes a backup each day, and deletes old ones', recovery],
  young: ['', 'checks that the newest backup is recent enough', recovery],
}

/** A line for each of these commands; for all, unless some are named. */
export function usageOf(names: readonly string[] = Object.keys(commands)): string {
  return Object.entries(commands)
    .filter(([name]) => names.includes(name))
    .map(([name, [args, does]]) => `${`${name} ${args}`.padEnd(48)} ${does}`)
    .join('\n')
}

/** Runs a command with its words. @returns the exit code; 1 for a refusal, 2 for an unknown command */
export async function runCommand(args: readonly string[], context: CommandContext) {
  const [name = '', ...rest] = args
  const [, , module] = (Object.hasOwn(commands, name) && commands[name]) || []
  const command = (await module?.())?.commands[name]
  if (command === undefined) {
    context.print(usageOf())
    return 2
  }
  try {
    return await command(rest, context)
  } catch (error) {
    const refusals = [RecoveryError, MigrationRefusal, ConfigurationError]
    if (!(error instanceof Error) || !refusals.some(kind => error instanceof kind)) throw error
    context.print(error.message)
    return 1
  }
}
