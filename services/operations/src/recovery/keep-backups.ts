import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'

const name = /^night-routine-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup(\.part-\d+)?$/

/** What a backup of this moment is called. */
export function backupName(now: Temporal.Instant): string {
  const [digits = ''] = now.toString().replaceAll(/[-:]/g, '').split(/[.Z]/)
  return `night-routine-${digits}Z.backup`
}

/** A file in the folder, and when it was begun. */
export interface KeptBackup {
  file: string
  at: Temporal.Instant
  /** Not whole: it is being written, or whoever wrote it was killed. */
  isPart: boolean
}

/** The backups among these file names, the newest first; other files are nobody's business. */
export function backupsAmong(files: readonly string[]): KeptBackup[] {
  return files
    .flatMap(file => {
      const [, year, month, day, hour, minute, second, part] = name.exec(file) ?? []
      if (year === undefined) return []
      const at = Temporal.Instant.from(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
      return [{ file, at, isPart: part !== undefined }]
    })
    .toSorted((one, two) => Temporal.Instant.compare(two.at, one.at))
}

/** Those that are to be removed: older than `days`, and never the newest that is whole. */
export function outdated(
  backups: readonly KeptBackup[],
  { now, days }: { now: Temporal.Instant; days: number },
): KeptBackup[] {
  const newest = backups.find(({ isPart }) => !isPart)
  const dayAgo = now.subtract({ hours: 24 })
  const oldest = now.subtract({ hours: 24 * days })
  return backups.filter(
    backup =>
      backup !== newest && Temporal.Instant.compare(backup.at, backup.isPart ? dayAgo : oldest) < 0,
  )
}

/** Whether the newest whole backup is no older than `hours`. */
export function isYoung(
  backups: readonly KeptBackup[],
  { now, hours }: { now: Temporal.Instant; hours: number },
): boolean {
  const newest = backups.find(({ isPart }) => !isPart)
  return newest !== undefined && Temporal.Instant.compare(newest.at, now.subtract({ hours })) >= 0
}

/** The backups of a folder; none where there is no folder. */
export async function readBackups(folder: string): Promise<KeptBackup[]> {
  return backupsAmong(await readdir(folder).catch(() => []))
}

/** Removes what is outdated. @returns the names of what was removed */
export async function removeOutdated(
  folder: string,
  rule: { now: Temporal.Instant; days: number },
): Promise<string[]> {
  const files = outdated(await readBackups(folder), rule).map(({ file }) => file)
  for (const file of files) await rm(join(folder, file), { force: true })
  return files
}
