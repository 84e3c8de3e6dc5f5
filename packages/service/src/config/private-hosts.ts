import { BlockList, isIP } from 'node:net'

/** Whether only this machine can reach the address. */
export function isLoopback({ hostname }: Pick<URL, 'hostname'>): boolean {
  return /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])\.?$/.test(hostname)
}

/**
 * Whether browsers hold the address for secure: they offer passkeys, push messages and offline pages only there
 * (https://www.w3.org/TR/secure-contexts/#is-origin-trustworthy).
 */
export function isSecureAddress(url: Pick<URL, 'hostname' | 'protocol'>): boolean {
  return url.protocol === 'https:' || isLoopback(url)
}

/** The networks that no one reaches from the internet. */
export const privateNetworks = [
  '127.0.0.0/8',
  '::1/128',
  // RFC 1918.
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  // Link-local (RFC 3927).
  '169.254.0.0/16',
  // Shared between carriers and their customers (RFC 6598), and where Tailscale gives addresses.
  '100.64.0.0/10',
  // Unique local (RFC 4193) and link-local (RFC 4291).
  'fc00::/7',
  'fe80::/10',
] as const

const networks = new BlockList()
for (const network of privateNetworks) {
  const [address = '', bits] = network.split('/')
  networks.addSubnet(address, Number(bits), isIP(address) === 4 ? 'ipv4' : 'ipv6')
}

/**
 * Ends of names that no one can own on the internet: `.local` (RFC 6762) and, in its appendix G, `.lan`, `.home` and
 * `.internal`, which ICANN's board reserved on 29 July 2024; `.home.arpa` (RFC 8375); `.localhost`
 * (RFC 6761).
 */
const privateNames = /\.(local|lan|home|internal|home\.arpa|localhost)$/

/** Whether an address is in a private network, so that plain http does not cross the internet. */
export function isPrivateHost({ hostname }: Pick<URL, 'hostname'>): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  const family = isIP(host)
  if (family !== 0) return networks.check(host, family === 4 ? 'ipv4' : 'ipv6')
  return !host.includes('.') || privateNames.test(host)
}
