import { text } from 'node:stream/consumers'
import { parseSecretKeys } from '@night-routine/database/connection'
import { connectVault } from '@night-routine/database/vault'
import { ConfigurationError, loadConfig, systemClock } from '@night-routine/service'
import { Type } from 'typebox'
import { accountSettings } from '../config.ts'
import { runAccountCommand } from './command.ts'

try {
  const config = loadConfig(Type.Object(accountSettings), process.env)
  const db = connectVault({ url: config.DATABASE_URL, applicationName: 'vault-account' })
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const host = {
    db,
    keys,
    clock: systemClock,
    readInput: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
  }
  const { printed, exitCode } = await runAccountCommand(host, process.argv.slice(2))
  await db.destroy()
  if (exitCode === 0) console.log(printed)
  else console.error(printed)
  process.exitCode = exitCode
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error)
  // A failure may have left the pool open.
  process.exit(1)
}
