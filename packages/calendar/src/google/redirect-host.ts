import { isIP } from 'node:net'

/**
 * Why Google's console refuses this address as a redirect URI, in words for an operator; null when the
 * console accepts it. See https://developers.google.com/identity/protocols/oauth2/web-server#uri-validation
 */
export function refusedRedirectHost(publicUrl: string): string | null {
  const { hostname, protocol } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  if (host === 'localhost' || host === '127.0.0.1' || host === '::1') return null
  if (isIP(host) !== 0) return 'it is an IP address, not a name'
  if (host.endsWith('.localhost')) return 'it is a name below .localhost'
  return protocol === 'https:' ? null : 'it is plain http'
}
