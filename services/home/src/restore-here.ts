import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { TokenKeys } from '@night-routine/database/connection'
import { connectVault } from '@night-routine/database/vault'
import { systemClock } from '@night-routine/service'
import { runAccountCommand } from '@night-routine/vault'
import { backupFolder } from './backups.ts'
import { dataFolder, givenKeys, type DatabaseOptions, type OpenDatabase } from './database.ts'
import { usualVaultEmail } from './environments.ts'
import { keptSecrets, saveSecretKeys } from './secrets.ts'
import { Problem } from './problem.ts'

interface RestoreOptions extends DatabaseOptions {
  /** Standard input. */
  input: Readable
  print: (line: string) => void
  database: OpenDatabase
  keys: TokenKeys
}

/**
 * Restores a backup of this home or of any other installation; `-` is one on standard input. Keys that the environment
 * gives stay with what they decrypt, and the publisher's account has this home's password afterwards.
 */
export async function restoreHere(
  words: readonly string[],
  options: RestoreOptions,
  run: (how: { all: readonly string[]; say: (line: string) => void }) => Promise<number>,
): Promise<number> {
  const { config, input, print } = options
  // Two browsers may each send one.
  const file = join(backupFolder(config), `standard-input-${randomUUID()}.part`)
  await using parts = new AsyncDisposableStack()
  const all: string[] = []
  for (const word of words) {
    if (word !== '-') {
      all.push(word)
      continue
    }
    await mkdir(backupFolder(config), { recursive: true, mode: 0o700 })
    parts.defer(() => rm(file, { force: true }))
    await pipeline(input, createWriteStream(file, { mode: 0o600 }))
    if ((await stat(file)).size === 0)
      throw new Problem(
        'Nothing came from standard input. docker run needs -i for it: docker run --rm -i … < FILE',
      )
    all.push(file)
  }
  // The file with what came is gone afterwards.
  const say = (line: string) => print(line.replaceAll(file, 'The backup from standard input'))
  const code = await run({ all, say })
  if (code !== 0) return code
  await keepKeys(options, words.includes('--replace'))
  await keepPublisher(options)
  return 0
}

/** Restores into an empty database. The damaged one stays beside it, and is put back unless the restore succeeds. */
export async function withoutDamaged(
  { config, print }: Pick<RestoreOptions, 'config' | 'print'>,
  restore: () => Promise<number>,
): Promise<number> {
  const folder = dataFolder(config)
  const damaged = `${folder}.damaged`
  await rm(damaged, { recursive: true, force: true })
  await rename(folder, damaged)
  let code = 1
  try {
    code = await restore()
  } finally {
    if (code !== 0) {
      await rm(folder, { recursive: true, force: true })
      await rename(damaged, folder)
    }
  }
  if (code === 0) print(`The damaged database is in ${damaged}. Delete it once all is well.`)
  return code
}

/** Keeps keys of the environment. Those of a household that made way may still decrypt its older backups. */
async function keepKeys({ config, env }: RestoreOptions, replaced: boolean): Promise<void> {
  const given = givenKeys(env)
  if (given === undefined) return
  const folder = join(config.DATA_FOLDER, 'secrets')
  const { secretKeys } = await keptSecrets(folder)
  const all = `${given},${replaced ? secretKeys : ''}`.split(',').map(key => key.trim())
  await saveSecretKeys(folder, [...new Set(all.filter(key => key !== ''))].join(','))
}

/** A backup from elsewhere has the password of that installation. */
async function keepPublisher({ database, keys }: RestoreOptions): Promise<void> {
  const { databaseUrls, secrets } = database
  await using db = connectVault({ url: databaseUrls.vault, applicationName: 'restore' })
  const readInput = async () => secrets.vaultPassword
  const host = { db, keys, clock: systemClock, readInput }
  const { exitCode } = await runAccountCommand(host, ['password', usualVaultEmail])
  if (exitCode !== 0) await runAccountCommand(host, ['add', usualVaultEmail])
}
