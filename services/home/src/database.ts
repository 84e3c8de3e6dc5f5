import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  makeRolesAnew,
  migrate,
  parseSecretKeys,
  type TokenKeys,
} from '@night-routine/database/connection'
import { migrateVault } from '@night-routine/database/vault'
import {
  ConfigurationError,
  loadConfig,
  secretSettings,
  setting,
  type Environment,
  type Logger,
} from '@night-routine/service'
import { Type } from 'typebox'
import type { Config } from './config.ts'
import { startPostgresql, type PostgresqlOptions } from './postgresql.ts'
import { keptSecrets } from './secrets.ts'
import { takeVolume } from './volume.ts'

export interface DatabaseOptions {
  config: Config
  env: Environment
  logger: Logger
  /** Whom PostgreSQL runs as, which refuses root. */
  user?: PostgresqlOptions['user']
}

/** What only this installation knows. */
export type Secrets = Awaited<ReturnType<typeof keptSecrets>>

/** The volume, taken by this process, with its database. */
export type OpenDatabase = Awaited<ReturnType<typeof openDatabase>>

/** While a home runs, this file in its folder has the administrator's address of its database, for commands beside it. */
export const runningFile = 'running'

/** The folder of PostgreSQL. */
export function dataFolder({ DATA_FOLDER }: Config): string {
  return join(DATA_FOLDER, 'postgresql')
}

/** Takes the volume and starts its database; `parts` ends it in reverse order. @throws Problem, MigrationRefusal */
export async function openDatabase(
  { config, env, logger, user }: DatabaseOptions,
  parts: AsyncDisposableStack,
) {
  const folder = config.DATA_FOLDER
  await using own = new AsyncDisposableStack()
  own.use(await takeVolume(folder))
  // A killed process left it.
  const running = join(folder, runningFile)
  await rm(running, { force: true })
  const secrets = await readSecrets(config, env)
  const programs = config.POSTGRESQL_FOLDER
  const data = dataFolder(config)
  const postgresql = await startPostgresql({ folder: data, programs, logger, user })
  own.defer(() => postgresql.stop())
  const databaseUrls = await makeRolesAnew(postgresql.url)
  await migrate(databaseUrls.owner)
  await migrateVault(databaseUrls.owner)
  await writeFile(running, postgresql.url, { mode: 0o600 })
  own.defer(() => rm(running, { force: true }))
  parts.use(own.move())
  return { secrets, databaseUrls }
}

/** The keys that the environment gives, over those of the volume. */
export const givenKeys = (env: Environment): string | undefined =>
  loadConfig(
    Type.Object({ SECRET_KEYS: setting.optional('text', 'The keys.', { secret: true }) }),
    env,
  ).SECRET_KEYS

/** The secrets of the volume; the first start makes them. */
export async function readSecrets(config: Config, env: Environment): Promise<Secrets> {
  const kept = await keptSecrets(join(config.DATA_FOLDER, 'secrets'))
  return { ...kept, secretKeys: givenKeys(env) ?? kept.secretKeys }
}

/** The keys that a file lists; undefined if they cannot be used. */
export function readKeys(secretKeys: string): TokenKeys | undefined {
  try {
    return tokenKeys(secretKeys)
  } catch (error) {
    if (error instanceof ConfigurationError) return undefined
    throw error
  }
}

/** The keys that such a text lists. @throws ConfigurationError if they cannot be used */
export function tokenKeys(secretKeys: string): TokenKeys {
  const { SECRET_KEYS } = loadConfig(Type.Object(secretSettings), { SECRET_KEYS: secretKeys })
  return parseSecretKeys(SECRET_KEYS)
}
