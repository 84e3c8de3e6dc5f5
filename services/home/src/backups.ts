import { join } from 'node:path'
import { newestBackup, runCommand } from '@night-routine/operations'
import { readDiskSpace, type Environment } from '@night-routine/service'
import type { Machine } from '@night-routine/web'
import type { Config } from './config.ts'
import type { DatabaseOptions } from './database.ts'
import { isDamage, NotStarted } from './problem.ts'

/** The folder of the backups. */
export function backupFolder({ DATA_FOLDER }: Config): string {
  return join(DATA_FOLDER, 'backups')
}

/** What web says of the machine. */
export function machineOf(config: Config): Machine {
  return {
    async readBackupAt() {
      const newest = await newestBackup(backupFolder(config), Temporal.Now.instant())
      return newest?.at ?? null
    },
    async readLowDisk() {
      const { free, isLow } = await readDiskSpace(config.DATA_FOLDER)
      return isLow ? free : null
    },
  }
}

/** What to do about a damaged database, with the newest backup; undefined for any other fault. */
export async function adviceOnDamage(fault: unknown, config: Config): Promise<string | undefined> {
  if (!isDamage(fault)) return undefined
  const folder = backupFolder(config)
  const newest = await newestBackup(folder, Temporal.Now.instant())
  const what = `${fault instanceof NotStarted ? '' : 'The database is damaged: '}${fault.message}`
  const backup = newest
    ? `The newest backup is ${newest.file}.`
    : `There is no backup in ${folder}.`
  return `${what.replace(/\.?$/, '.')} ${backup} docs/recovery.md, “The database does not start”, has the steps.`
}

export type Backups = ReturnType<typeof startBackups>

/** Makes a backup each day, as long as the home runs. */
export function startBackups({ config, env, logger }: DatabaseOptions, url: string) {
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
    /** Whether the newest is recent enough, and the room on the disk. */
    check: async () => ({
      backups: (await run('young', () => undefined)) === 0 ? 'ok' : 'away',
      disk: (await readDiskSpace(config.DATA_FOLDER)).isLow ? 'low' : 'ok',
    }),
    /** Ends at once, also during a backup. */
    async close() {
      ending.abort()
      await ended
    },
  }
}
