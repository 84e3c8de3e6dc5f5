import { isIPv6 } from 'node:net'

const groups = (text: string | undefined) => (text ? text.split(':') : [])

/** The network of a request: its IPv4 address, or its IPv6 /64. */
export function clientNetwork(address: string): string {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? []
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const [first, last] = [groups(head), groups(tail)]
  const gap = tail === undefined ? 0 : 8 - first.length - last.length
  const all = [...first, ...Array.from({ length: gap }, () => '0'), ...last]
  return `${all
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`
}
