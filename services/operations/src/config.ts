import { providerSettings } from '@night-routine/calendar'
import { parseSecretKeys, type TokenKeys } from '@night-routine/database/connection'
import { householdSettings } from '@night-routine/household'
import { channelSettings } from '@night-routine/notifications'
import {
  databaseSettings,
  homeAssistantSettings,
  loadConfig,
  metricsSettings,
  publicSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  setting,
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
  ...providerSettings,
  ...householdSettings,
  ...channelSettings,
  ...homeAssistantSettings,
  ...webhookSettings,
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>

/** Where `nightly` keeps backups, how often it makes one, and for how long. A timer waits at most 596 hours. */
const backupSchema = Type.Object({
  BACKUP_FOLDER: setting.text('text', 'The folder of the backups.'),
  BACKUP_SECOND_FOLDER: setting.optional('text', 'Another folder, for a copy of each.'),
  BACKUP_EVERY_HOURS: setting.integer([1, 500], 'Hours between two backups.', { default: 24 }),
  BACKUP_KEEP_DAYS: setting.integer([1, 500], 'Days that a backup is kept.', { default: 14 }),
})

/** @throws ConfigurationError if one is missing or invalid */
export const backupSettings = (env: Environment) => loadConfig(backupSchema, env)

const addressOf = (whose: string) =>
  setting.optional('postgresql', `The address of the database for ${whose}.`, { secret: true })

/** The administrator of the database, and the addresses whose roles it makes. */
const rolesSchema = Type.Object({
  ...databaseSettings,
  OWNER_DATABASE_URL: addressOf('migrate and restore'),
  WEB_DATABASE_URL: addressOf('web'),
  WEBHOOK_INGEST_DATABASE_URL: addressOf('webhook-ingest'),
  SCHEDULER_WORKER_DATABASE_URL: addressOf('scheduler-worker'),
  PUBLISHER_DATABASE_URL: addressOf('publisher'),
  VAULT_DATABASE_URL: addressOf('vault'),
  BACKUP_DATABASE_URL: addressOf('backups'),
})

/** @throws ConfigurationError if the administrator's address is missing, or one is invalid */
export const rolesSettings = (env: Environment) => loadConfig(rolesSchema, env)

/** @throws ConfigurationError if it is missing or invalid */
export function databaseAddress(env: Environment): string {
  return loadConfig(Type.Object(databaseSettings), env).DATABASE_URL
}

const ownerSchema = Type.Object({ OWNER_DATABASE_URL: addressOf('the owner of the tables') })

/** The address of the owner of the tables, where the services have roles of their own. */
export function ownerAddress(env: Environment): string {
  return loadConfig(ownerSchema, env).OWNER_DATABASE_URL ?? databaseAddress(env)
}

/** What a link to a new password is made with. The address has no default here, which would be this machine alone. */
const linkSchema = Type.Object({
  PUBLIC_URL: setting.text('origin', 'The address people open.'),
  ...secretSettings,
})

/** @throws ConfigurationError if the public address or the keys are missing or invalid */
export function linkSettings(env: Environment): { publicUrl: string; keys: TokenKeys } {
  const { PUBLIC_URL, SECRET_KEYS } = loadConfig(linkSchema, env)
  return { publicUrl: PUBLIC_URL, keys: parseSecretKeys(SECRET_KEYS) }
}

const addressSchema = Type.Object({ ADDRESS: setting.text('e-mail', 'Whose account it is.') })

/** The folded address of a new account. @throws ConfigurationError if it is not an address */
export function newAddress(given: string): string {
  return loadConfig(addressSchema, { ADDRESS: given }).ADDRESS
}

/** The keys, newest first. @throws ConfigurationError if there are none, or one is invalid */
export function secretKeys(env: Environment): TokenKeys {
  return parseSecretKeys(loadConfig(Type.Object(secretSettings), env).SECRET_KEYS)
}
