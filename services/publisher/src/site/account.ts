import type { Config } from '../config.ts'

/** The account at the publish host, and the site that it publishes to. */
export interface Account {
  addresses: {
    main: string
    publish: string
    siteHosts: readonly string[]
    allowPlainHttp: boolean
  }
  email: string
  password: string
  headerPrefix: string
  /** The name of the site in its address; undefined: one that nobody can guess. */
  slug: string | undefined
  /** Where people read sites, each at its name. */
  readAt: string
}

type AccountSettings = Pick<
  Config,
  | 'VAULT_API_URL'
  | 'VAULT_PUBLISH_URL'
  | 'VAULT_SITE_HOSTS'
  | 'VAULT_ALLOW_PLAIN_HTTP'
  | 'VAULT_READ_URL'
  | 'VAULT_EMAIL'
  | 'VAULT_PASSWORD'
  | 'VAULT_SITE'
  | 'VAULT_HEADER_PREFIX'
>

/** The account that the settings name; null where publishing is not set up. */
export function accountIn(settings: AccountSettings): Account | null {
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
    slug: settings.VAULT_SITE,
    readAt: withSlash(settings.VAULT_READ_URL ?? `${withSlash(publish)}s/`),
  }
}

function withSlash(address: string): string {
  return address.endsWith('/') ? address : `${address}/`
}
