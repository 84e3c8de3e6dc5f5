import { householdSettings } from '@night-routine/household'
import {
  databaseSettings,
  metricsSettings,
  queueSettings,
  secretSettings,
  serviceSettings,
  setting,
  workSettings,
  type ServiceDependencies,
} from '@night-routine/service'
import type { Patience } from '@night-routine/vault-api'
import { Type } from 'typebox'

const { flag, integer, list, optional, text } = setting

/** Every setting of this service. */
export const configSchema = Type.Object({
  ...serviceSettings,
  ...databaseSettings,
  ...queueSettings,
  ...metricsSettings,
  ...householdSettings,
  ...secretSettings,
  VAULT_API_URL: optional('endpoint', 'The main API of the publish host; unset: no publishing.'),
  VAULT_PUBLISH_URL: optional('endpoint', 'Its publish API; unset: VAULT_API_URL.'),
  VAULT_SITE_HOSTS: list(
    'text',
    'More hosts that the publish host may name for a site, and that get its token, such as *.example.org.',
    { default: [] },
  ),
  VAULT_ALLOW_PLAIN_HTTP: flag('Allows a publish host on another machine without TLS.'),
  VAULT_READ_URL: optional(
    'endpoint',
    'Where people read sites, without the site’s name; unset: s/ below VAULT_PUBLISH_URL.',
  ),
  VAULT_EMAIL: optional('e-mail', 'The account at the publish host.'),
  VAULT_PASSWORD: optional('text', 'Its password.', { secret: true }),
  VAULT_SITE: optional(
    'text',
    'The site’s name in its address, until a parent asks for a new address; unset: a random one.',
  ),
  VAULT_HEADER_PREFIX: text(
    'header-prefix',
    'Prefix of the upload headers; services/vault also accepts pub-.',
    { default: 'pub-' },
  ),
  PUBLISH_REST_SECONDS: integer([0, 3600], 'The least time between the starts of two publishes.', {
    default: 10,
  }),
  ...workSettings,
})

export type Config = Type.Static<typeof configSchema>

export interface PublisherDependencies extends ServiceDependencies<Config> {
  /** Retry timing within a run; shorter in tests. */
  patience?: Partial<Patience>
}

/** The account at the publish host and its site. */
export type HostAccount = NonNullable<ReturnType<typeof accountIn>>

/** The account from the settings; null when publishing is not set up. */
export function accountIn(settings: Pick<Config, Extract<keyof Config, `VAULT_${string}`>>) {
  const { VAULT_API_URL: main, VAULT_EMAIL: email, VAULT_PASSWORD: password } = settings
  if (main === undefined || email === undefined || password === undefined) return null
  const publish = settings.VAULT_PUBLISH_URL ?? main
  return {
    addresses: {
      main,
      publish,
      siteHosts: settings.VAULT_SITE_HOSTS,
      allowPlainHttp: settings.VAULT_ALLOW_PLAIN_HTTP,
    },
    email,
    password,
    headerPrefix: settings.VAULT_HEADER_PREFIX,
    /** The site's name in its address; undefined for a random one. */
    slug: settings.VAULT_SITE,
    /** Base address of the sites for readers; the site's name is appended. */
    readAt: withSlash(settings.VAULT_READ_URL ?? `${withSlash(publish)}s/`),
  }
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
