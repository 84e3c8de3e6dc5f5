import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const name = /^night-routine-(\d{8}T\d{6}Z)\.backup(\.part-\d+)?$/

/** The file name of a backup made at this moment. */
export function backupName(now: Temporal.Instant): string {
  const [digits = ''] = now.toString().replaceAll(/[-:]/g, '').split(/[.Z]/)
  return `night-routine-${digits}Z.backup`
}

/** A file in the folder, and when it was started. */
export interface KeptBackup {
  file: string
  at: Temporal.Instant
  /** Incomplete: it is being written, or its process was killed. */
  isPart: boolean
}

/** The backups among these file names, newest first; other files are ignored. */
export function backupsAmong(files: readonly string[]): KeptBackup[] {
  return files
    .flatMap(file => {
      const [, at, part] = name.exec(file) ?? []
      return at === undefined
        ? []
        : { file, at: Temporal.Instant.from(at), isPart: part !== undefined }
    })
    .toSorted((one, two) => Temporal.Instant.compare(two.at, one.at))
}

/** So many complete backups stay, whatever their age: a machine may be off for weeks. */
const keptByNumber = 7

/** The complete backups until now, newest first. One of the future was made while the clock was wrong. */
function complete(backups: readonly KeptBackup[], now: Temporal.Instant): KeptBackup[] {
  return backups.filter(({ isPart, at }) => !isPart && Temporal.Instant.compare(at, now) <= 0)
}

/** The backups to delete: older than `days`, but never the newest complete ones; parts after a day. */
export function outdated(
  backups: readonly KeptBackup[],
  { now, days }: { now: Temporal.Instant; days: number },
): KeptBackup[] {
  const newest = new Set(complete(backups, now).slice(0, keptByNumber))
  return backups.filter(backup => {
    const oldest = now.subtract({ hours: backup.isPart ? 24 : 24 * days })
    return !newest.has(backup) && Temporal.Instant.compare(backup.at, oldest) < 0
  })
}

/** Whether the newest complete backup is at most `hours` old. */
export function isYoung(
  backups: readonly KeptBackup[],
  { now, hours }: { now: Temporal.Instant; hours: number },
): boolean {
  const [newest] = complete(backups, now)
  return newest !== undefined && Temporal.Instant.compare(newest.at, now.subtract({ hours })) >= 0
}

/** Milliseconds until the newest complete backup is `hours` old; 0 without one. */
export function msUntilDue(
  backups: readonly KeptBackup[],
  { now, hours }: { now: Temporal.Instant; hours: number },
): number {
  const [newest] = complete(backups, now)
  if (newest === undefined) return 0
  return Math.max(0, newest.at.add({ hours }).since(now).total('milliseconds'))
}

/** The newest complete backup of a folder; undefined without one. */
export async function newestBackup(folder: string, now: Temporal.Instant) {
  return complete(await readBackups(folder), now)[0]
}

/** The backups of a folder; empty if there is no folder. */
export async function readBackups(folder: string): Promise<KeptBackup[]> {
  return backupsAmong(await readdir(folder).catch(() => []))
}

/** Deletes outdated backups. @returns their names */
export async function removeOutdated(
  folder: string,
  rule: { now: Temporal.Instant; days: number },
): Promise<string[]> {
  const files = outdated(await readBackups(folder), rule).map(({ file }) => file)
  for (const file of files) await rm(join(folder, file), { force: true })
  return files
}
