import {
  ConfigurationError,
  browserSettings,
  databaseSettings,
  metricsSettings,
  publicSettings,
  secretSettings,
  serviceSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

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
  VAULT_FOLDER: Type.String({
    default: '.data/vault',
    description: 'The folder of the published files. Only one process may use it.',
  }),
  VAULT_HEADER_PREFIX: Type.String({
    format: 'header-prefix',
    default: 'pub-',
    description: 'The prefix of upload headers; the vault accepts pub- as well.',
  }),
  VAULT_SITE_HOST: Type.Optional(
    Type.String({
      description:
        'The host and port that clients upload to, without https://; unset: that of PUBLIC_URL.',
    }),
  ),
  VAULT_SITE_DOMAIN: Type.Optional(
    Type.String({
      description: 'A domain for sites at slug.domain; unset: sites are only at /s/slug/.',
    }),
  ),
  VAULT_FILE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 1024 * mebibyte,
    default: 50 * mebibyte,
    description: 'The maximum size of a file, in bytes.',
  }),
  VAULT_SITE_QUOTA: Type.Integer({
    minimum: 1,
    default: 4096 * mebibyte,
    description: 'The maximum size of all files of a site, in bytes.',
  }),
  VAULT_SITES_PER_ACCOUNT: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 10,
    description: 'The maximum number of publish sites per account.',
  }),
  VAULT_VAULTS_PER_ACCOUNT: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 50,
    description: 'The maximum number of vaults per account.',
  }),
  VAULT_TOKEN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 90,
    description: 'A token expires after this many days without use.',
  }),
  VAULT_HIDE_KEY_HASH: Type.Boolean({
    default: false,
    description:
      'Returns an empty field password for a vault instead of its key hash, for clients that take the hash for a ' +
      'password and fail.',
  }),
  VAULT_FIRST_EMAIL: Type.Optional(
    Type.String({
      format: 'e-mail',
      description: 'The e-mail address of the first account, created while there are no accounts.',
    }),
  ),
  VAULT_FIRST_PASSWORD: Type.Optional(
    Type.String({ secret: true, description: 'The password of the first account.' }),
  ),
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
