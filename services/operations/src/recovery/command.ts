import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Environment } from '@night-routine/service'
import { databaseAddress } from '../migrate/address.ts'
import { usage } from '../usage.ts'
import { noteRestored } from './ask-for-agreement.ts'
import { backUp } from './back-up.ts'
import { checkBackup } from './check-backup.ts'
import { backupName, isYoung, readBackups, removeOutdated } from './keep-backups.ts'
import { readKeyUse, rotateKeys } from './keys.ts'
import { RecoveryError } from './recovery-error.ts'
import { restore } from './restore.ts'
import { aboutBackup, aboutKeys } from './say.ts'
import { hoursOrDays, secretKeys, settingOrFile } from './settings.ts'

/** What a command needs from its process. */
export interface CommandWorld {
  env: Environment
  now: () => Temporal.Instant
  print: (line: string) => void
  /** Ends `nightly`. */
  signal: AbortSignal
}

/**
 * Runs one recovery command.
 * @param words the command and its arguments
 * @returns the exit code
 */
export async function runRecovery(words: readonly string[], world: CommandWorld): Promise<number> {
  try {
    return await runWords(words, world)
  } catch (error) {
    if (!(error instanceof RecoveryError)) throw error
    world.print(error.message)
    return 1
  }
}

async function runWords(words: readonly string[], world: CommandWorld): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      replace: { type: 'boolean', default: false },
      'without-files': { type: 'boolean', default: false },
      rotate: { type: 'boolean', default: false },
      once: { type: 'boolean', default: false },
    },
  })
  const [command = '', file] = positionals
  switch (command) {
    case 'backup':
      return writeBackup(world, file)
    case 'check':
      return check(world, needed(file))
    case 'restore': {
      const { replace, 'without-files': withoutFiles } = values
      return putBack(world, needed(file), { replace, withoutFiles })
    }
    case 'restored':
      return noteTime(world, file)
    case 'keys':
      return tellKeys(world, values.rotate)
    case 'nightly':
      return nightly(world, values.once)
    case 'young':
      return tellYoung(world)
    default:
      world.print(usage)
      return 2
  }
}

function needed(file: string | undefined): string {
  if (file === undefined) throw new RecoveryError('Name the backup file.')
  return file
}

async function writeBackup({ env, now, print }: CommandWorld, file?: string): Promise<number> {
  const path = file ?? join(env['BACKUP_FOLDER'] ?? '.', backupName(now()))
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const manifest = await backUp(databaseAddress(env), path, now())
  // Verify it now: a file that cannot be read cannot be restored.
  await checkBackup(path)
  print(`Backed up into ${path}: ${aboutBackup(manifest)}`)
  print('The keys (SECRET_KEYS) are not in it. Keep a copy of them in another place.')
  return 0
}

async function check({ print }: CommandWorld, file: string): Promise<number> {
  print(`${file} is whole: ${aboutBackup(await checkBackup(file))}`)
  return 0
}

async function putBack(
  { env, now, print }: CommandWorld,
  file: string,
  how: { replace: boolean; withoutFiles: boolean },
): Promise<number> {
  const { manifest, migrated } = await restore(databaseAddress(env), file, { now: now(), ...how })
  print(`Restored ${file}: ${aboutBackup(manifest)}`)
  if (migrated.length > 0) print(`Migrated since then: ${migrated.join(', ')}`)
  print(
    'Start the services. They read the calendar first, and restore what happened since from it.',
  )
  return 0
}

async function noteTime({ env, now, print }: CommandWorld, time = ''): Promise<number> {
  const takenAt = instantOf(time)
  if (takenAt === undefined || Temporal.Instant.compare(takenAt, now()) > 0)
    throw new RecoveryError('Name the time, such as 2026-11-20T18:00:00Z.')
  await noteRestored(databaseAddress(env), { takenAt, now: now() })
  print(
    'Start the services. They read the calendar first, and restore what happened since from it.',
  )
  return 0
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}

async function tellKeys({ env, print }: CommandWorld, rotate: boolean): Promise<number> {
  const keys = secretKeys(env)
  const use = await (rotate ? rotateKeys : readKeyUse)(databaseAddress(env), keys)
  for (const line of aboutKeys(use, rotate)) print(line)
  return use.unreadable.length > 0 ? 1 : 0
}

/** With `once` a CronJob does the scheduling and the retries. */
async function nightly(world: CommandWorld, once: boolean): Promise<number> {
  const { env, print, signal } = world
  const folder = settingOrFile(env, 'BACKUP_FOLDER')
  const hours = hoursOrDays(env, 'BACKUP_EVERY_HOURS', 24)
  const days = hoursOrDays(env, 'BACKUP_KEEP_DAYS', 14)
  if (once) {
    await backUpInto(folder, days, world)
    return 0
  }
  while (!signal.aborted) {
    let pauseMs = hours * 3_600_000
    try {
      await backUpInto(folder, days, world)
    } catch (error) {
      print(`No backup: ${error instanceof Error ? error.message : String(error)}`)
      print('The next try is in ten minutes.')
      pauseMs = 600_000
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
  return 0
}

async function backUpInto(folder: string, days: number, world: CommandWorld): Promise<void> {
  const { now, print } = world
  await writeBackup(world, join(folder, backupName(now())))
  const removed = await removeOutdated(folder, { now: now(), days })
  if (removed.length > 0) print(`Removed ${removed.join(', ')}`)
}

async function tellYoung({ env, now, print }: CommandWorld): Promise<number> {
  const hours = hoursOrDays(env, 'BACKUP_EVERY_HOURS', 24) + 1
  const backups = await readBackups(settingOrFile(env, 'BACKUP_FOLDER'))
  if (isYoung(backups, { now: now(), hours })) return 0
  print(`There is no backup from the last ${hours} hours.`)
  return 1
}
