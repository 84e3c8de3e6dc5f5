import { text } from 'node:stream/consumers'
import { connectVault, parseSecretKeys } from '@night-routine/database/vault'
import { ConfigurationError, loadConfig, systemClock } from '@night-routine/service'
import { Type } from 'typebox'
import { accountSettings } from '../config.ts'
import { runAccountCommand } from './command.ts'

try {
  const config = loadConfig(Type.Object(accountSettings), process.env)
  const db = connectVault({ url: config.DATABASE_URL, applicationName: 'vault-account' })
  const { printed, exitCode } = await runAccountCommand(
    {
      db,
      keys: parseSecretKeys(config.SECRET_KEYS),
      clock: systemClock,
      readInput: async () => (process.stdin.isTTY ? undefined : text(process.stdin)),
    },
    process.argv.slice(2),
  ).finally(() => db.destroy())
  if (exitCode === 0) console.log(printed)
  else console.error(printed)
  process.exitCode = exitCode
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error)
  process.exitCode = 1
}
