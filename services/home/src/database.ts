import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeRolesAnew, migrate, type RoleAddresses } from '@night-routine/database'
import { migrateVault } from '@night-routine/database/vault'
import type { Logger } from '@night-routine/service'
import type { Config } from './config.ts'
import { startPostgresql, type PostgresqlOptions } from './postgresql.ts'
import { keptSecrets } from './secrets.ts'
import { takeVolume } from './volume.ts'

export interface DatabaseOptions {
  config: Config
  logger: Logger
  /** Whom PostgreSQL runs as, which refuses root. */
  user?: PostgresqlOptions['user']
}

/** The volume, taken by this process, with its database. */
export interface OpenDatabase {
  secrets: Awaited<ReturnType<typeof keptSecrets>>
  databaseUrls: RoleAddresses
}

/** While a home runs, this file in its folder has the administrator's address of its database. */
export const runningFile = 'running.json'

/**
 * Takes the volume, starts PostgreSQL, makes the roles and migrates; `parts` ends it in the reverse order.
 * @throws Trouble or MigrationRefusal, with what to do
 */
export async function openDatabase(
  { config, logger, user }: DatabaseOptions,
  parts: AsyncDisposableStack,
): Promise<OpenDatabase> {
  const folder = config.DATA_FOLDER
  parts.use(await takeVolume(folder))
  // A killed process left it.
  const running = join(folder, runningFile)
  await rm(running, { force: true })
  const secrets = await keptSecrets(join(folder, 'secrets'))
  const programs = config.POSTGRESQL_FOLDER
  const data = join(folder, 'postgresql')
  const postgresql = await startPostgresql({ folder: data, programs, logger, user })
  parts.defer(() => postgresql.stop())
  const databaseUrls = await makeRolesAnew(postgresql.url)
  await migrate(databaseUrls.owner)
  await migrateVault(databaseUrls.owner)
  await writeFile(running, JSON.stringify({ url: postgresql.url }), { mode: 0o600 })
  parts.defer(() => rm(running, { force: true }))
  return { secrets, databaseUrls }
}
