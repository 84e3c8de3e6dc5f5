import {
  codeOf,
  migrate,
  MigrationRefusal,
  type MigrationWait,
} from '@night-routine/database/connection'
import { migrateVault } from '@night-routine/database/vault'
import type { Environment } from '@night-routine/service'
import type { CommandContext } from './command-context.ts'
import { databaseAddress, secretKeys } from './config.ts'
import { countKeyUse } from './recovery/keys.ts'

// A machine that runs only the vault has no household tables.
const parts: Record<string, (url: string, wait: MigrationWait) => Promise<string[]>> = {
  household: migrate,
  vault: migrateVault,
}

export const commands = { migrate: runMigrate }

const waiting =
  'Still waiting: another migration runs, or a service holds a table that this one changes.'

/** Migrates these parts to the version of this code; the household if none is named. */
async function runMigrate(args: readonly string[], { env, print, signal }: CommandContext) {
  const url = databaseAddress(env)
  const runs = (args.length > 0 ? args : ['household']).map(part => {
    const run = parts[part]
    if (run === undefined) throw new MigrationRefusal(`There is no part ${part}.`)
    return run
  })
  try {
    await requireKeys(url, env)
    for (const run of runs) {
      const names = await run(url, { onWaiting: () => print(waiting), signal })
      print(names.length > 0 ? `migrated: ${names.join(', ')}` : 'nothing to migrate')
    }
    return 0
  } catch (error) {
    const sentence = sentenceFor(error, url)
    throw sentence === undefined ? error : new MigrationRefusal(sentence)
  }
}

/**
 * Refuses keys that decrypt nothing in the database: with them the services would ask a parent to reconnect. @throws
 * MigrationRefusal unless ACCEPT_LOST_KEY is `true`
 */
export async function requireKeys(url: string, env: Environment): Promise<void> {
  if (!env['SECRET_KEYS'] && !env['SECRET_KEYS_FILE']) return
  const keys = secretKeys(env)
  if (env['ACCEPT_LOST_KEY'] === 'true') return
  const { keys: used, unreadable } = await countKeyUse(url, keys)
  if (unreadable.length === 0 || used.some(({ texts }) => texts > 0)) return
  throw new MigrationRefusal(
    'SECRET_KEYS (secrets/secret-keys) decrypts nothing of what this database holds. Put the old key back; if ' +
      'it is lost, start once with ACCEPT_LOST_KEY=true, and a parent reconnects the calendar.',
  )
}

const unreachable = /^(?:ECONN|EHOST|ENET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT)|^connection timeout$/

/** Explains a failure to reach or use the database; undefined for any other. */
export function sentenceFor(error: unknown, url: string): string | undefined {
  if (!(error instanceof Error)) return undefined
  const place = URL.parse(url)
  const isSlow = /timeout exceeded when trying to connect|timeout expired/.test(error.message)
  const code = isSlow ? 'connection timeout' : codeOf(error)
  if (unreachable.test(code))
    return (
      `PostgreSQL does not answer at ${place?.host} (${code}). ` +
      'Check that it runs and that DATABASE_URL names it.'
    )
  switch (code) {
    case '28P01':
      return (
        `PostgreSQL refuses the password in DATABASE_URL (secrets/database-url) for ${place?.username}. A volume ` +
        'keeps the password it was made with: put the secrets of that time back.'
      )
    case '3D000':
      return `PostgreSQL has no database ${place?.pathname.slice(1)}. Create it, or correct DATABASE_URL.`
    case '53100':
      return 'The disk of PostgreSQL is full. Make room on it, then run this again.'
    default:
      return undefined
  }
}
