import { parseSecretKeys, type TokenKeys } from '@night-routine/database'
import {
  ConfigurationError,
  databaseSettings,
  googleSettings,
  householdSettings,
  loadConfig,
  metricsSettings,
  publicSettings,
  queueSettings,
  readSecret,
  secretSettings,
  serviceSettings,
  webhookSettings,
  workSettings,
  type Environment,
} from '@night-routine/service'
import { Type } from 'typebox'

/** What the doctor checks: the settings of scheduler-worker. The other commands need two or three of them. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...secretSettings,
  ...googleSettings,
  ...householdSettings,
  ...webhookSettings,
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>

/** Where `nightly` keeps backups, and how many. A timer waits at most 596 hours. */
const backupSchema = Type.Object({
  BACKUP_FOLDER: Type.String(),
  BACKUP_EVERY_HOURS: Type.Integer({ minimum: 1, maximum: 500, default: 24 }),
  BACKUP_KEEP_DAYS: Type.Integer({ minimum: 1, maximum: 500, default: 14 }),
})

/** @throws ConfigurationError if one is missing or invalid */
export function backupSettings(env: Environment): Type.Static<typeof backupSchema> {
  return loadConfig(backupSchema, env)
}

/**
 * The address of the database.
 * @throws ConfigurationError if there is none
 */
export function databaseAddress(env: Environment): string {
  return needed(env, 'DATABASE_URL')
}

/**
 * The keys of SECRET_KEYS, newest first.
 * @throws ConfigurationError if there are none, Error if one is invalid
 */
export function secretKeys(env: Environment): TokenKeys {
  const list = needed(env, 'SECRET_KEYS').split(/[,\s]+/)
  return parseSecretKeys(list.filter(key => key !== ''))
}

function needed(env: Environment, name: string): string {
  const found = readSecret(env, name)
  if (found !== undefined) return found
  throw new ConfigurationError([`${name} is not set, nor is it in a file of ${name}_FILE.`])
}
