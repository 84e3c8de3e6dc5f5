import { text } from 'node:stream/consumers'
import { connectVault, parseSecretKeys, type VaultDatabase } from '@night-routine/database/vault'
import { ConfigurationError, loadConfig, systemClock } from '@night-routine/service'
import { Type } from 'typebox'
import { accountSettings } from '../config.ts'
import { runAccountCommand } from './command.ts'

async function run(db: VaultDatabase, secretKeys: readonly string[]) {
  const host = {
    db,
    keys: parseSecretKeys(secretKeys),
    clock: systemClock,
    readInput: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
  }
  return runAccountCommand(host, process.argv.slice(2))
}

try {
  const config = loadConfig(Type.Object(accountSettings), process.env)
  const db = connectVault({ url: config.DATABASE_URL, applicationName: 'vault-account' })
  const { printed, exitCode } = await run(db, config.SECRET_KEYS)
  await db.destroy()
  if (exitCode === 0) console.log(printed)
  else console.error(printed)
  process.exitCode = exitCode
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error)
  // A failure may have left the pool open.
  process.exit(1)
}
