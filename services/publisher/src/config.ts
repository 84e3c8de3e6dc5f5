import {
  databaseSettings,
  householdSettings,
  metricsSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  workSettings,
} from '@night-routine/service'
import { Type } from 'typebox'

/** Every setting of this service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...householdSettings,
  ...secretSettings,
  VAULT_API_URL: Type.Optional(
    Type.String({
      format: 'endpoint',
      description: 'The main API of the publish host; unset: publishing is not set up.',
    }),
  ),
  VAULT_PUBLISH_URL: Type.Optional(
    Type.String({
      format: 'endpoint',
      description: 'The publish API of the publish host; unset: VAULT_API_URL.',
    }),
  ),
  VAULT_SITE_HOSTS: Type.Array(Type.String(), {
    default: [],
    description:
      'Hosts that the publish host may name for a site, and that so get its token, such as ' +
      '*.example.org; those of the two addresses are always allowed.',
  }),
  VAULT_ALLOW_PLAIN_HTTP: Type.Boolean({
    default: false,
    description: 'Lets the publisher speak to a publish host on another machine without TLS.',
  }),
  VAULT_READ_URL: Type.Optional(
    Type.String({
      format: 'endpoint',
      description:
        'Where people read the sites, to which the name of the site is added; unset: s/ below ' +
        'VAULT_PUBLISH_URL.',
    }),
  ),
  VAULT_EMAIL: Type.Optional(
    Type.String({ format: 'e-mail', description: 'The account at the publish host.' }),
  ),
  VAULT_PASSWORD: Type.Optional(
    Type.String({ secret: true, description: 'The password of that account.' }),
  ),
  VAULT_SITE: Type.Optional(
    Type.String({
      description:
        'The name of the site in its address, until a parent asks for a new address in the settings; ' +
        'unset: a random one.',
    }),
  ),
  VAULT_HEADER_PREFIX: Type.String({
    format: 'header-prefix',
    default: 'pub-',
    description: 'Prefix of the upload headers; services/vault also accepts pub-.',
  }),
  PUBLISH_REST_SECONDS: Type.Integer({
    minimum: 0,
    maximum: 3600,
    default: 10,
    description: 'Minimum time between the starts of two publishes.',
  }),
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>
