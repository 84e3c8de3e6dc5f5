import { migrate, MigrationRefusal } from '@night-routine/database'
import { migrateVault } from '@night-routine/database/vault'
import type { Environment } from '@night-routine/service'
import { databaseAddress } from './address.ts'
import { requireKeys } from './require-keys.ts'
import { sentenceFor } from './sentence-for.ts'

// A machine that runs only the vault has no household tables.
const parts: Record<string, (url: string) => Promise<string[]>> = {
  household: migrate,
  vault: migrateVault,
}

/**
 * Migrates these parts to the version of this code; the household if none is named.
 * @returns the exit code
 */
export async function runMigrate(
  words: readonly string[],
  {
    env,
    print,
    printError,
  }: {
    env: Environment
    print: (line: string) => void
    printError: (problem: unknown) => void
  },
): Promise<number> {
  const wanted = words.length > 0 ? words : ['household']
  let url = ''
  try {
    url = databaseAddress(env)
    const runs = wanted.map(part => {
      const run = parts[part]
      if (run === undefined) throw new MigrationRefusal(`There is no part ${part}.`)
      return run
    })
    await requireKeys(url, env)
    for (const run of runs) {
      const names = await run(url)
      print(names.length > 0 ? `migrated: ${names.join(', ')}` : 'nothing to migrate')
    }
    return 0
  } catch (error) {
    printError(sentenceFor(error, url) ?? error)
    return 1
  }
}
