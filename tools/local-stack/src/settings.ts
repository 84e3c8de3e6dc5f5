import { join } from 'node:path'
import { StackError } from './errors.ts'

/** The settings of the local stack that can come from the environment. */
export interface StackSettings {
  port: number
  emulatorPort: number
  /** The port of the publish host. It is the same at every start, because sites remember it. */
  vaultPort: number
  /** Whether another port may be used if that one is taken, because none was set. */
  anyVaultPort: boolean
  dataFolder: string
  databaseUrl: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

function port(env: Environment, name: string, fallback: number): number {
  const text = env[name] ?? String(fallback)
  const value = Number(text)
  if (/^\d{1,5}$/.test(text) && value >= 1 && value <= 65535) return value
  throw new StackError(`${name} is "${text}"; it must be a port from 1 to 65535.`)
}

const vaultPorts = [8082, 8083, 8084]

function usualVaultPort(taken: readonly number[]): number {
  return vaultPorts.find(one => !taken.includes(one)) ?? 8082
}

/**
 * @param options.demo the demo household: in a separate folder, on a separate database server
 * @param options.own a household with the calendar of Night Routine: in a separate folder
 * @throws {StackError} naming the variable that cannot be used
 */
export function stackSettings(
  env: Environment,
  root: string,
  { demo = false, own = false }: { demo?: boolean; own?: boolean } = {},
): StackSettings {
  if (demo && env['DATABASE_URL'])
    throw new StackError(
      '--demo uses its own database, so that it cannot touch your household. Unset DATABASE_URL.',
    )
  const [main, emulator] = [port(env, 'PORT', 8080), port(env, 'EMULATOR_PORT', 8081)]
  const settings = {
    port: main,
    emulatorPort: emulator,
    vaultPort: port(env, 'VAULT_PORT', usualVaultPort([main, emulator])),
    anyVaultPort: env['VAULT_PORT'] === undefined,
    dataFolder:
      (env['DATA_FOLDER'] ?? join(root, '.data')) + (demo ? '-demo' : '') + (own ? '-own' : ''),
    databaseUrl: env['DATABASE_URL'],
  }
  const ports = [
    ['PORT', settings.port],
    ['EMULATOR_PORT', settings.emulatorPort],
    ['VAULT_PORT', settings.vaultPort],
  ] as const
  for (const [index, [name, value]] of ports.entries()) {
    const [twin] = ports.slice(0, index).find(([, other]) => other === value) ?? []
    if (twin !== undefined)
      throw new StackError(`${twin} and ${name} are both ${value}; choose two ports.`)
  }
  return settings
}
