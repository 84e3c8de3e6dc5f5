import { newestBackup } from '@night-routine/operations'
import { backupFolder } from './backups.ts'
import type { Config } from './config.ts'
import { isDamage, NotStarted } from './problem.ts'

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
