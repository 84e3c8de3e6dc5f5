import { webhookAddress } from '@night-routine/calendar'
import { connect, parseSecretKeys } from '@night-routine/database'
import { connectSignIn } from '@night-routine/calendar-sync'
import { ConfigurationError, loadConfig, type Environment } from '@night-routine/service'
import { configSchema } from '../config.ts'
import { fault, ok, type Finding } from './finding.ts'
import { lookAtHousehold } from './look-at-household.ts'
import { lookAtDatabase, lookAtQueue } from './look-at-servers.ts'
import { lookAtAddress, lookAtProvider } from './look-outside.ts'

/** Checks everything an installation needs, and says how to fix what is wrong. Changes nothing. */
export async function diagnose(env: Environment): Promise<Finding[]> {
  let config
  try {
    config = loadConfig(configSchema, env)
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return error.faults.map(words => fault(words, 'docs/configuration.md explains each setting.'))
  }
  const keys = parseSecretKeys(config.SECRET_KEYS)
  const db = connect({ url: config.DATABASE_URL, applicationName: 'doctor', maxConnections: 1 })
  try {
    const [database, queue, address, provider] = await Promise.all([
      lookAtDatabase(db, config),
      lookAtQueue(config),
      lookAtAddress(config),
      lookAtProvider(config, connectSignIn(config)),
    ])
    const household = database.usable
      ? await lookAtHousehold(db, { keys, address: webhookAddress(config) })
      : []
    return [
      ok('Every setting can be used.'),
      ...database.findings,
      queue,
      ...address,
      ...provider,
      ...household,
    ]
  } finally {
    await db.destroy()
  }
}
