import { join } from 'node:path'
import { StackError } from './errors.ts'

/** What the local stack takes from the environment; everything else has its value here. */
export interface StackSettings {
  port: number
  emulatorPort: number
  dataFolder: string
  databaseUrl: string | undefined
  redisUrl: string | undefined
  searchPath: string
  logLevel: string
}

type Environment = Readonly<Record<string, string | undefined>>

function port(env: Environment, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback)
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= 1 && value <= 65535) return value
  throw new StackError(`${name} is "${text}"; it must be a port from 1 to 65535.`)
}

/**
 * @param options.demo the demo household: in a folder of its own, on servers of its own
 * @throws {StackError} naming the variable that cannot be used
 */
export function stackSettings(
  env: Environment,
  root: string,
  { demo = false }: { demo?: boolean } = {},
): StackSettings {
  const servers = ['DATABASE_URL', 'REDIS_URL'].filter(name => env[name])
  if (demo && servers.length > 0)
    throw new StackError(
      `--demo runs on servers of its own, so that no household is touched. Unset ${servers.join(' and ')}.`,
    )
  const settings = {
    port: port(env, 'PORT', 8080),
    emulatorPort: port(env, 'EMULATOR_PORT', 8081),
    dataFolder: (env['DATA_FOLDER'] ?? join(root, '.data')) + (demo ? '-demo' : ''),
    databaseUrl: env['DATABASE_URL'],
    redisUrl: env['REDIS_URL'],
    searchPath: env['PATH'] ?? '',
    logLevel: env['LOG_LEVEL'] ?? 'info',
  }
  if (settings.port === settings.emulatorPort)
    throw new StackError(`PORT and EMULATOR_PORT are both ${settings.port}; choose two ports.`)
  return settings
}
