import { join } from 'node:path'
import { runCommand } from '@night-routine/operations'
import type { Environment } from '@night-routine/service'
import type { Config } from './config.ts'
import type { DatabaseOptions } from './database.ts'

/** The folder of the backups. */
export function backupFolder({ DATA_FOLDER }: Config): string {
  return join(DATA_FOLDER, 'backups')
}

/** Makes backups, as long as the home runs. */
export interface Backups {
  /** Whether the newest is recent enough. */
  check(): Promise<'ok' | 'away'>
  /** Ends at once, also during a backup. */
  close(): Promise<void>
}

/** Starts to make a backup each day. */
export function startBackups({ config, env, logger }: DatabaseOptions, url: string): Backups {
  const settings: Environment = {
    ...env,
    DATABASE_URL: url,
    DATABASE_URL_FILE: undefined,
    BACKUP_FOLDER: backupFolder(config),
  }
  const ending = new AbortController()
  const run = (command: string, print: (line: string) => void) =>
    runCommand([command], {
      env: settings,
      now: () => Temporal.Now.instant(),
      print,
      signal: ending.signal,
    })
  const ended = run('nightly', line => logger.info(line)).catch((error: unknown) =>
    logger.error({ err: error }, 'nightly backups ended'),
  )
  return {
    check: async () => ((await run('young', () => undefined)) === 0 ? 'ok' : 'away'),
    async close() {
      ending.abort()
      await ended
    },
  }
}
