import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Readable } from 'node:stream'
import { addressFor, mapRoles, type Role } from '@night-routine/database/connection'
import { runCommand, usageOf } from '@night-routine/operations'
import type { Environment } from '@night-routine/service'
import { freshSetUpCode, hasPeople, setUpCode } from '@night-routine/web'
import { adviceOnDamage, backupFolder } from './backups.ts'
import type { Config } from './config.ts'
import {
  openDatabase,
  readSecrets,
  runningFile,
  tokenKeys,
  type DatabaseOptions,
  type OpenDatabase,
} from './database.ts'
import { environments } from './environments.ts'
import { effectiveSettings } from './first-start/settings.ts'
import { asOwner, readStored } from './first-start/stored.ts'
import { restoreHere, withoutDamaged } from './restore-here.ts'
import { isDamage, Problem, sentenceOf } from './problem.ts'
import { VolumeInUse } from './volume.ts'

export interface CommandOptions extends DatabaseOptions {
  print: (line: string) => void
  /** Standard input, which `restore -` reads. */
  input: Readable
  signal: AbortSignal
}

/** How a command of operations runs at home. */
interface HomeCommand {
  /** As whom it signs in to the database; without one it needs none. */
  role?: Role
  /** Its word is a file, in the folder of the backups unless it says another one. */
  ofFile?: true
  /** No home may run meanwhile, because everything changes. */
  alone?: true
}

const commands: Readonly<Record<string, HomeCommand>> = {
  people: { role: 'web' },
  doctor: { role: 'scheduler-worker' },
  backup: { role: 'backup', ofFile: true },
  check: { ofFile: true },
  young: {},
  restore: { role: 'owner', ofFile: true, alone: true },
  restored: { role: 'owner', alone: true },
  keys: { role: 'owner' },
}

const usage = `${usageOf(Object.keys(commands))}
${'code'.padEnd(48)} prints the set-up code; once someone has an account, one that opens /set-up for an hour`

/** Runs a command of an operator, beside the home of this container or else on its volume. @returns the exit code */
export async function runHomeCommand(args: readonly string[], options: CommandOptions) {
  try {
    const running = run(args, options)
    const [name] = args
    if (name !== 'restore' || !args.includes('--replace')) return await running
    return await running.catch((error: unknown) => {
      if (!isDamage(error)) throw error
      return withoutDamaged(options, () => run(args, options))
    })
  } catch (error) {
    const sentence = (await adviceOnDamage(error, options.config)) ?? sentenceOf(error)
    if (sentence === undefined) throw error
    options.print(sentence)
    return 1
  }
}

async function run([name = '', ...given]: readonly string[], options: CommandOptions) {
  const { config, env, print, signal } = options
  if (name === 'code') {
    print(await codeFor(options))
    return 0
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command === undefined) {
    print(usage)
    return 2
  }
  const { role, ofFile } = command
  const words = ofFile ? given.map(word => inFolder(word, config)) : given
  const runWith = async (
    more: Environment,
    { all = words, say = print }: { all?: readonly string[]; say?: typeof print } = {},
  ) =>
    runCommand([name, ...all], {
      env: {
        ...env,
        ...more,
        DATA_FOLDER: config.DATA_FOLDER,
        BACKUP_FOLDER: backupFolder(config),
      },
      now: () => Temporal.Now.instant(),
      print: say,
      input: options.input,
      signal,
    })
  if (role === undefined) return runWith({})

  await using parts = new AsyncDisposableStack()
  const database = await reachDatabase(name, options, parts)
  const settings = {
    ...(await settingsOf(options, database)),
    DATABASE_URL: database.databaseUrls[role],
    ...(name === 'people' && { OWNER_DATABASE_URL: database.databaseUrls.owner }),
  }
  // Awaited here, because the database stops when this function returns.
  if (name !== 'restore') return await runWith(settings)
  const keys = tokenKeys(database.secrets.secretKeys)
  return await restoreHere(words, { ...options, database, keys }, how => runWith(settings, how))
}

/** The code of the first person; once somebody has an account, a fresh one for the settings. */
async function codeFor(options: CommandOptions): Promise<string> {
  const { config, env } = options
  const derived = setUpCode(tokenKeys((await readSecrets(config, env)).secretKeys))
  if (!existsSync(join(config.DATA_FOLDER, 'postgresql'))) return derived
  await using parts = new AsyncDisposableStack()
  const { databaseUrls } = await reachDatabase('code', options, parts)
  // Awaited here, because the database stops when this function returns.
  return await asOwner(databaseUrls.owner, async db =>
    (await hasPeople(db)) ? freshSetUpCode(db, Temporal.Now.instant()) : derived,
  )
}

/** A file in the folder of the backups; switches, and `-` for standard input, stay as they are. */
function inFolder(word: string, config: Config): string {
  return word.startsWith('-') ? word : resolve(backupFolder(config), word)
}

/** The settings of scheduler-worker, which has all that a command may need. */
async function settingsOf(
  { config, env, logger }: CommandOptions,
  { databaseUrls, secrets }: OpenDatabase,
): Promise<Environment> {
  const keys = tokenKeys(secrets.secretKeys)
  const stored = await asOwner(databaseUrls.owner, db => readStored(db, { keys, logger }))
  return environments({
    settings: effectiveSettings(env, stored),
    databaseUrls,
    ...secrets,
    vaultFolder: join(config.DATA_FOLDER, 'vault'),
    vaultPort: config.VAULT_PORT,
  })['scheduler-worker']
}

/** The database of the home that runs in this container, or the volume's, which `parts` stops again. */
async function reachDatabase(name: string, options: CommandOptions, parts: AsyncDisposableStack) {
  const { config, env } = options
  const folder = config.DATA_FOLDER
  if (name !== 'restore' && !existsSync(join(folder, 'postgresql')))
    throw new Problem(
      `There is no household in ${folder} yet. Start Night Routine once, or restore a backup.`,
    )
  try {
    return await openDatabase(options, parts)
  } catch (error) {
    if (!(error instanceof VolumeInUse)) throw error
    if (commands[name]?.alone)
      throw new Problem(
        'Night Routine runs on this volume, and would write what is no longer so. Stop it (docker stop night-routine), ' +
          'run this in a container for this command alone (docker run --rm, with the same volume), and start it again ' +
          '(docker start night-routine). docs/home.md has the commands.',
        { cause: error },
      )
  }
  const url = await readFile(join(folder, runningFile), 'utf8').catch(() => '')
  const sockets = URL.parse(url)?.searchParams.get('host')
  if (!sockets || !existsSync(sockets))
    throw new Problem(
      'Night Routine is starting on this volume, or runs in another container. Try again in a moment, or run this ' +
        'in that container (docker exec), or stop that one first.',
    )
  // The socket trusts its user.
  const databaseUrls = mapRoles(role => addressFor(url, role, ''))
  return { databaseUrls, secrets: await readSecrets(config, env) }
}
