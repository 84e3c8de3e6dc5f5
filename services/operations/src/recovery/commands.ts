import { copyFile, mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Environment } from '@night-routine/service'
import { readClockProblem } from '@night-routine/database/clock'
import { connect } from '@night-routine/database/connection'
import type { Command, CommandContext } from '../command-context.ts'
import { backupSettings, databaseAddress, secretKeys } from '../config.ts'
import { backUp } from './back-up.ts'
import { checkBackup } from './dump-file.ts'
import { backupName, isYoung, msUntilDue, readBackups, removeOutdated } from './keep-backups.ts'
import { aboutKeys, aboutLost, countKeyUse } from './keys.ts'
import { RecoveryError, type Manifest } from './manifest.ts'
import { noteRestored, restore } from './restore.ts'

const hourMs = 3_600_000

export const commands: Readonly<Record<string, Command>> = {
  backup: async (args, context) => {
    const { env, now } = context
    const { first = join(env['BACKUP_FOLDER'] ?? '.', backupName(now())) } = parse(args)
    await writeBackup(context, first)
    return 0
  },
  check: async (args, { print }) => {
    const file = needed(parse(args).first)
    print(`${file} is whole: ${aboutBackup(await checkBackup(file))}`)
    return 0
  },
  restore: async (args, { env, now, print }) => {
    const { first, has } = parse(args, 'replace', 'without-files', 'only-with-keys')
    const file = needed(first)
    const how = {
      replace: has('replace'),
      withoutFiles: has('without-files'),
      onlyWith: has('only-with-keys') ? secretKeys(env) : undefined,
    }
    const { manifest, migrated } = await restore(databaseAddress(env), file, { now: now(), ...how })
    print(`Restored the backup ${aboutBackup(manifest)}`)
    if (migrated.length > 0) print(`Migrated since then: ${migrated.join(', ')}`)
    if (rowsOf(manifest, 'public.identities') > 0) print(earlierPasswords)
    await warnOfLostKey(env, print)
    print(afterRestore)
    return 0
  },
  restored: async (args, { env, now, print }) => {
    const takenAt = instantOf(parse(args).first ?? '')
    if (takenAt === undefined || Temporal.Instant.compare(takenAt, now()) > 0)
      throw new RecoveryError('Name the time, such as 2026-11-20T18:00:00Z.')
    await noteRestored(databaseAddress(env), { takenAt, now: now() })
    print(earlierPasswords)
    print(afterRestore)
    return 0
  },
  keys: async (args, { env, print }) => {
    const rotate = parse(args, 'rotate').has('rotate')
    const use = await countKeyUse(databaseAddress(env), secretKeys(env), { rotate })
    for (const line of aboutKeys(use, rotate)) print(line)
    return use.unreadable.length > 0 ? 1 : 0
  },
  // With `--once` a CronJob does the scheduling and the retries.
  nightly: async (args, context) => {
    const once = parse(args, 'once').has('once')
    const { env, now, print, signal } = context
    const settings = backupSettings(env)
    if (once) {
      await replaceOldest(context, settings)
      return 0
    }
    const hours = settings.BACKUP_EVERY_HOURS
    while (!signal.aborted) {
      let restMs = msUntilDue(await readBackups(settings.BACKUP_FOLDER), { now: now(), hours })
      if (restMs === 0)
        try {
          restMs = hours * hourMs
          await replaceOldest(context, settings, signal)
        } catch (error) {
          if (signal.aborted) break
          print(`No backup: ${error instanceof Error ? error.message : String(error)}`)
          print('The next try is in ten minutes.')
          restMs = 600_000
        }
      // A clock that was set, or a machine that slept, is noticed within the hour.
      await sleep(Math.min(restMs, hourMs), undefined, { signal }).catch(() => {})
    }
    return 0
  },
  young: async (_words, { env, now, print }) => {
    const settings = backupSettings(env)
    const { BACKUP_FOLDER: first, BACKUP_SECOND_FOLDER: second = first } = settings
    const hours = settings.BACKUP_EVERY_HOURS + 1
    const kept = await Promise.all([first, second].map(readBackups))
    if (kept.every(backups => isYoung(backups, { now: now(), hours }))) return 0
    print(`There is no backup from the last ${hours} hours.`)
    return 1
  },
}

/** The words of a command: at most one file or time, and these switches. */
function parse(args: readonly string[], ...switches: string[]) {
  const { positionals, values } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: Object.fromEntries(switches.map(name => [name, { type: 'boolean' }])),
  })
  return { first: positionals[0], has: (name: string) => values[name] === true }
}

function needed(file: string | undefined): string {
  if (file === undefined) throw new RecoveryError('Name the backup file.')
  return file
}

function instantOf(text: string): Temporal.Instant | undefined {
  try {
    return Temporal.Instant.from(text)
  } catch {
    return undefined
  }
}

async function writeBackup(
  { env, now, print }: CommandContext,
  path: string,
  signal?: AbortSignal,
): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const manifest = await backUp(databaseAddress(env), path, now(), signal)
  print(`Backed up into ${path}: ${aboutBackup(manifest)}`)
  print('The keys (SECRET_KEYS) are not in it. Keep a copy of them in another place.')
}

async function replaceOldest(
  context: CommandContext,
  settings: ReturnType<typeof backupSettings>,
  signal?: AbortSignal,
): Promise<void> {
  const { env, now, print } = context
  const { BACKUP_FOLDER: first, BACKUP_SECOND_FOLDER: second } = settings
  const path = join(first, backupName(now()))
  await writeBackup(context, path, signal)
  if (second !== undefined)
    await copyInto(second, path).catch((error: unknown) =>
      print(`No copy in ${second}, which needs room, and to be there: ${String(error)}`),
    )
  const url = databaseAddress(env)
  await using db = connect({ url, applicationName: 'backup', maxConnections: 1 })
  // An age means nothing while the clock cannot be right.
  if ((await readClockProblem(db, { now })) !== null) return
  const rule = { now: now(), days: settings.BACKUP_KEEP_DAYS }
  const removed = await removeOutdated(first, rule)
  if (second !== undefined) await removeOutdated(second, rule)
  if (removed.length > 0) print(`Removed ${removed.join(', ')}`)
}

/** Keys are not in a backup, so these may not be those of it. */
async function warnOfLostKey(env: Environment, print: (line: string) => void): Promise<void> {
  if (!env['SECRET_KEYS'] && !env['SECRET_KEYS_FILE']) return
  const { unreadable } = await countKeyUse(databaseAddress(env), secretKeys(env))
  if (unreadable.length === 0) return
  print(
    'Warning: SECRET_KEYS (secrets/secret-keys) lacks the key of this backup. Put it behind the key that is there, ' +
      'separated by a comma, before you start Night Routine. Without it, this is lost:',
  )
  for (const line of aboutLost(unreadable)) print(line)
}

/** Copies a backup into another folder, under a temporary name until it is complete. */
async function copyInto(folder: string, path: string): Promise<void> {
  const copy = join(folder, basename(path))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await copyFile(path, `${copy}.part-${process.pid}`)
  await rename(`${copy}.part-${process.pid}`, copy)
}

const earlierPasswords =
  'Accounts of this installation are as they were then: a password that was changed since is the old one again, and a ' +
  'passkey that was removed works again. For a new password: people recover ADDRESS.'

const afterRestore =
  'Start Night Routine. It reads the calendar first, and restores what happened since from it.'

/** A backup in one sentence. */
function aboutBackup(manifest: Manifest): string {
  const { takenAt, product, tables } = manifest
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  const nights = rowsOf(manifest, 'public.assignments')
  const when = Temporal.Instant.from(takenAt).toString({ smallestUnit: 'second' })
  return `as of ${when}, by Night Routine ${product}; ${nights} nights, ${rows} rows in ${tables.length} tables.`
}

function rowsOf({ tables }: Manifest, table: string): number {
  return tables.find(one => one.table === table)?.rows ?? 0
}
