import ipaddr from 'ipaddr.js'

/** The network of a request: its IPv4 address, or its IPv6 /64. */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const ip = ipaddr.process(address)
  if (ip instanceof ipaddr.IPv4) return ip.toString()
  const network = ip.parts.slice(0, 4).map(part => part.toString(16))
  return `${network.join(':')}::/64`
}

/** A network as people read it, for the history: without the last number of an IPv4 address. */
export function networkText(address: string): string {
  return clientNetwork(address).replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24')
}
