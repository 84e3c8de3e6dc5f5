import { HostNotAllowed, InvalidRequest } from './errors.ts'

/** Where the service is. One address suffices where a host serves every path at every base. */
export interface VaultAddresses {
  readonly main: string
  /** Base address of the publish API; the main one where it is not set. */
  readonly publish?: string | undefined
  /** One address for every site, instead of the host that the site names. */
  readonly site?: string | undefined
  /** Hosts that a site may name, as in `127.0.0.1:8090` or `*.example.org`; those above are always allowed. */
  readonly siteHosts?: readonly string[] | undefined
  /** Speak HTTP without TLS to hosts other than this machine. Off: the token would be readable. */
  readonly allowPlainHttp?: boolean | undefined
}

export type Bases = ReturnType<typeof readAddresses>

/** The three bases, without a slash at the end, and how a site's own base is found. @throws InvalidRequest */
export function readAddresses({ siteHosts = [], ...given }: VaultAddresses) {
  const plainHttp = given.allowPlainHttp ?? false
  const read = (address: string, whose: string) =>
    baseOf(address, plainHttp, `The address of the ${whose}`)
  const main = read(given.main, 'main API')
  const publish = given.publish === undefined ? main : read(given.publish, 'publish API')
  const site = given.site === undefined ? null : read(given.site, 'sites')
  const known = [publish, main]
  const allowed = [...known.map(base => new URL(base).host), ...siteHosts]

  /** The base address of a site's host, which carries a scheme seldom and must be one we trust. */
  function siteOf(host: string): string {
    if (site !== null) return site
    const url = parseHost(host)
    if (url === null || !allowed.some(pattern => hostMatches(url.host, pattern.toLowerCase())))
      throw new HostNotAllowed(
        `The site names the host ${JSON.stringify(host.slice(0, 200))}, which is not on the list of ` +
          'allowed site hosts (siteHosts, --site-host). The token was not sent there.',
      )
    // A host of ours means the whole base, with its path.
    const same = known.find(base => new URL(base).host === url.host)
    if (same !== undefined && url.pathname === '/') return same
    return baseOf(url.href, plainHttp, 'The host of the site')
  }

  return { main, publish, siteOf }
}

function parseHost(host: string): URL | null {
  const withScheme = /^https?:\/\//i.test(host)
  // Nothing but a name and a port: `good.example@evil.example` is a user and another host.
  if (!withScheme && !/^(\[[0-9a-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host)) return null
  const url = URL.parse(withScheme ? host : `https://${host}`)
  if (url === null || !isBare(url)) return null
  if (withScheme || !isLoopback(url.hostname)) return url
  return new URL(`http://${host}`)
}

/** Exact hosts, ports included; `*.example.org` takes any host below it, but not itself. */
function hostMatches(host: string, pattern: string): boolean {
  if (!pattern.startsWith('*.')) return host === pattern
  const end = pattern.slice(1)
  return host.endsWith(end) && host.length > end.length
}

/** Exactly this machine: `localhost.example` and `127.0.0.1.example` are others. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname)
}

const isBare = ({ username, password, search, hash }: URL) =>
  [username, password, search, hash].every(part => part === '')

function baseOf(address: string, plainHttp: boolean, which: string): string {
  const url = URL.parse(address)
  if (url === null)
    throw new InvalidRequest(`${which} is not a URL such as https://vault.example.org.`)
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw new InvalidRequest(`${which} must begin with https:// or http://.`)
  if (!isBare(url)) throw new InvalidRequest(`${which} must be a host and a path, nothing else.`)
  if (url.protocol === 'http:' && !plainHttp && !isLoopback(url.hostname))
    throw new InvalidRequest(
      `${which} is not encrypted: ${url.host}. Use https://, or allow plain HTTP.`,
    )
  return url.href.replace(/(?<!\/)\/+$/, '')
}
