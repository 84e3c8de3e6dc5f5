import {
  databaseSettings,
  metricsSettings,
  publicSettings,
  secretSettings,
  serviceSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

const mebibyte = 1_048_576

/** What the command for accounts reads too. */
export const accountSettings = { ...databaseSettings, ...secretSettings }

/** Every setting of this service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...publicSettings,
  ...accountSettings,
  ...metricsSettings,
  VAULT_FOLDER: Type.String({
    default: '.data/vault',
    description: 'The folder of the published files; of one process only.',
  }),
  VAULT_HEADER_PREFIX: Type.String({
    format: 'header-prefix',
    default: 'pub-',
    description: 'How the headers of an upload begin; the host takes pub- as well.',
  }),
  VAULT_SITE_HOST: Type.Optional(
    Type.String({
      description:
        'The host, and port, that clients upload to, without https://; unset: that of PUBLIC_URL.',
    }),
  ),
  VAULT_SITE_DOMAIN: Type.Optional(
    Type.String({
      description:
        'A domain whose subdomains are the sites, each under its slug; unset: sites are at /s/slug/ only.',
    }),
  ),
  VAULT_REGIONS: Type.Array(Type.String(), {
    default: ['home=Home'],
    description: 'The regions a vault may be in, each as id=Name; the first is the default.',
  }),
  VAULT_FILE_LIMIT: Type.Integer({
    minimum: 1,
    maximum: 1024 * mebibyte,
    default: 50 * mebibyte,
    description: 'The bytes a file may have.',
  }),
  VAULT_SITE_QUOTA: Type.Integer({
    minimum: 1,
    default: 4096 * mebibyte,
    description: 'The bytes all files of a site may have.',
  }),
  VAULT_SITES_PER_ACCOUNT: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 10,
    description: 'How many publish sites an account may have.',
  }),
  VAULT_VAULTS_PER_ACCOUNT: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    default: 50,
    description: 'How many vaults an account may have.',
  }),
  VAULT_TOKEN_DAYS: Type.Integer({
    minimum: 1,
    maximum: 3650,
    default: 90,
    description: 'After so many days without use a token counts no more.',
  }),
  VAULT_HIDE_KEY_HASH: Type.Boolean({
    default: false,
    description:
      'Leaves the field password of a vault empty instead of the key hash, for clients that take what is there ' +
      'for the password and fail; the contract has the key hash.',
  }),
  VAULT_FIRST_EMAIL: Type.Optional(
    Type.String({
      format: 'e-mail',
      description: 'The address of the first account, made while there is none.',
    }),
  ),
  VAULT_FIRST_PASSWORD: Type.Optional(
    Type.String({ secret: true, description: 'The password of the first account.' }),
  ),
})

export type Config = Type.Static<typeof configSchema>
