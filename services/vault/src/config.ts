import {
  ConfigurationError,
  browserSettings,
  databaseSettings,
  metricsSettings,
  publicSettings,
  secretSettings,
  serviceSettings,
  setting,
} from '@night-routine/service'
import { Type } from 'typebox'

const { flag, integer, optional, text } = setting

const mebibyte = 1_048_576

/** Settings that the account command reads as well. */
export const accountSettings = { ...databaseSettings, ...secretSettings }

/** Every setting of this service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...browserSettings,
  ...accountSettings,
  ...metricsSettings,
  VAULT_FOLDER: text('text', 'The published files. Only one process may use it.', {
    default: '.data/vault',
  }),
  VAULT_HEADER_PREFIX: text(
    'header-prefix',
    'The prefix of upload headers; the vault also accepts pub-.',
    { default: 'pub-' },
  ),
  VAULT_SITE_HOST: optional(
    'text',
    'The host and port that clients upload to, without https://; unset: that of PUBLIC_URL.',
  ),
  VAULT_SITE_DOMAIN: optional(
    'text',
    'A domain for sites at slug.domain; unset: sites are only at /s/slug/.',
  ),
  VAULT_FILE_LIMIT: integer([1, 1024 * mebibyte], 'Bytes per file at most.', {
    default: 50 * mebibyte,
  }),
  VAULT_SITE_QUOTA: Type.Integer({
    minimum: 1,
    default: 4096 * mebibyte,
    description: 'Bytes per site at most.',
  }),
  VAULT_SITES_PER_ACCOUNT: integer([0, 10_000], 'Sites per account at most.', {
    default: 10,
  }),
  VAULT_VAULTS_PER_ACCOUNT: integer([0, 10_000], 'Vaults per account at most.', {
    default: 50,
  }),
  VAULT_TOKEN_DAYS: integer([1, 3650], 'Days without use until a token expires.', {
    default: 90,
  }),
  VAULT_HIDE_KEY_HASH: flag(
    'Returns an empty field password instead of the key hash, for clients that take it for a password.',
  ),
  VAULT_FIRST_EMAIL: optional('e-mail', 'The first account, created while there is none.'),
  VAULT_FIRST_PASSWORD: optional('text', 'Its password.', { secret: true }),
})

export type Config = Type.Static<typeof configSchema>

const hostWithPort = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/** The addresses of the sites. @throws ConfigurationError */
export function siteAddresses(
  config: Pick<Config, 'PUBLIC_URL' | 'VAULT_SITE_HOST' | 'VAULT_SITE_DOMAIN'>,
) {
  const host = config.VAULT_SITE_HOST ?? new URL(config.PUBLIC_URL).host
  if (!hostWithPort.test(host))
    throw new ConfigurationError([
      `VAULT_SITE_HOST: "${host}" is not a host such as vault.example.org, without https://.`,
    ])
  const domain = config.VAULT_SITE_DOMAIN?.toLowerCase()
  if (domain !== undefined && !/^[a-z0-9-]+(\.[a-z0-9-]+)*$/.test(domain))
    throw new ConfigurationError([
      `VAULT_SITE_DOMAIN: "${domain}" is not a domain such as pages.example.org.`,
    ])
  return {
    /** The host and port for uploads, without a scheme, which clients choose. */
    host: host.toLowerCase(),
    /** Sites are also at `slug.domain`, if defined. */
    domain,
    /** The public base address of sites; ends with a slash. */
    readAt: new URL('/s/', config.PUBLIC_URL).href,
  }
}
