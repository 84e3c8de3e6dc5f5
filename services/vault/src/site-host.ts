import { ConfigurationError } from '@night-routine/service'

/** The addresses of sites. */
export interface SiteAddresses {
  /** The host and port for uploads, without a scheme, which clients choose. */
  host: string
  /** Sites are also at `slug.domain`, if defined. */
  domain: string | undefined
  /** The public base address of sites; ends with a slash. */
  readAt: string
}

const hostWithPort = /^(\[[0-9a-f:.]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i

/** The addresses of the sites, from the settings. @throws ConfigurationError */
export function siteAddresses(config: {
  PUBLIC_URL: string
  VAULT_SITE_HOST?: string
  VAULT_SITE_DOMAIN?: string
}): SiteAddresses {
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
  const readAt = new URL('/s/', config.PUBLIC_URL).href
  return { host: host.toLowerCase(), domain, readAt }
}
