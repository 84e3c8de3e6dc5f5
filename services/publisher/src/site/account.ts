import type { Config } from '../config.ts'

/** The account at the publish host and its site. */
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
  /** The site's name in its address; undefined for a random one. */
  slug: string | undefined
  /** Base address of the sites for readers; the site's name is appended. */
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

/** The account from the settings; null when publishing is not set up. */
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
