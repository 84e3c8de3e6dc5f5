import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Command, World } from '../command.ts'
import { backupSettings, databaseAddress, secretKeys } from '../config.ts'
import { backUp } from './back-up.ts'
import { checkBackup } from './dump-file.ts'
import { backupName, isYoung, readBackups, removeOutdated } from './keep-backups.ts'
import { aboutKeys, readKeyUse, rotateKeys } from './keys.ts'
import { RecoveryError, type Manifest } from './manifest.ts'
import { noteRestored, restore } from './restore.ts'

/** The words of a command: at most one file or time, and these switches. */
function parse(words: readonly string[], ...switches: string[]) {
  const { positionals, values } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: Object.fromEntries(switches.map(name => [name, { type: 'boolean' }])),
  })
  return { first: positionals[0], has: (name: string) => values[name] === true }
}

function needed(file: string | undefined): string {
  if (file === undefined) throw new RecoveryError('Name the backup file.')
  return file
}

export const backup: Command = async (words, world) => {
  const { first } = parse(words)
  const { env, now } = world
  await writeBackup(world, first ?? join(env['BACKUP_FOLDER'] ?? '.', backupName(now())))
  return 0
}

async function writeBackup({ env, now, print }: World, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const manifest = await backUp(databaseAddress(env), path, now())
  // Verify it now: a file that cannot be read cannot be restored.
  await checkBackup(path)
  print(`Backed up into ${path}: ${aboutBackup(manifest)}`)
  print('The keys (SECRET_KEYS) are not in it. Keep a copy of them in another place.')
}

export const check: Command = async (words, { print }) => {
  const file = needed(parse(words).first)
  print(`${file} is whole: ${aboutBackup(await checkBackup(file))}`)
  return 0
}

export const putBack: Command = async (words, { env, now, print }) => {
  const { first, has } = parse(words, 'replace', 'without-files')
  const file = needed(first)
  const { manifest, migrated } = await restore(databaseAddress(env), file, {
    now: now(),
    replace: has('replace'),
    withoutFiles: has('without-files'),
  })
  print(`Restored ${file}: ${aboutBackup(manifest)}`)
  if (migrated.length > 0) print(`Migrated since then: ${migrated.join(', ')}`)
  print(whatNow)
  return 0
}

const whatNow =
  'Start the services. They read the calendar first, and restore what happened since from it.'

export const noteTime: Command = async (words, { env, now, print }) => {
  const takenAt = instantOf(parse(words).first ?? '')
  if (takenAt === undefined || Temporal.Instant.compare(takenAt, now()) > 0)
    throw new RecoveryError('Name the time, such as 2026-11-20T18:00:00Z.')
  await noteRestored(databaseAddress(env), { takenAt, now: now() })
  print(whatNow)
  return 0
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}

export const keys: Command = async (words, { env, print }) => {
  const rotate = parse(words, 'rotate').has('rotate')
  const read = rotate ? rotateKeys : readKeyUse
  const use = await read(databaseAddress(env), secretKeys(env))
  for (const line of aboutKeys(use, rotate)) print(line)
  return use.unreadable.length > 0 ? 1 : 0
}

/** With `--once` a CronJob does the scheduling and the retries. */
export const nightly: Command = async (words, world) => {
  const once = parse(words, 'once').has('once')
  const { env, now, print, signal } = world
  const settings = backupSettings(env)
  const folder = settings.BACKUP_FOLDER
  const backUpOnce = async () => {
    await writeBackup(world, join(folder, backupName(now())))
    const removed = await removeOutdated(folder, { now: now(), days: settings.BACKUP_KEEP_DAYS })
    if (removed.length > 0) print(`Removed ${removed.join(', ')}`)
  }
  if (once) {
    await backUpOnce()
    return 0
  }
  while (!signal.aborted) {
    let pauseMs = settings.BACKUP_EVERY_HOURS * 3_600_000
    try {
      await backUpOnce()
    } catch (error) {
      print(`No backup: ${error instanceof Error ? error.message : String(error)}`)
      print('The next try is in ten minutes.')
      pauseMs = 600_000
    }
    await sleep(pauseMs, undefined, { signal }).catch(() => {})
  }
  return 0
}

export const young: Command = async (_words, { env, now, print }) => {
  const settings = backupSettings(env)
  const hours = settings.BACKUP_EVERY_HOURS + 1
  if (isYoung(await readBackups(settings.BACKUP_FOLDER), { now: now(), hours })) return 0
  print(`There is no backup from the last ${hours} hours.`)
  return 1
}

/** A backup in one sentence. */
function aboutBackup({ takenAt, product, tables }: Manifest): string {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const nights = tables.find(({ table }) => table === 'public.assignments')?.rows ?? 0
  const when = Temporal.Instant.from(takenAt).toString({ smallestUnit: 'second' })
  return `as of ${when}, by Night Routine ${product}; ${nights} nights, ${rows} rows in ${tables.length} tables.`
}
