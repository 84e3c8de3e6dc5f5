/** Reads the text of /proc/net/route: networks and masks are hexadecimal there, the last byte first. */
function parse(table: string): { network: number; mask: number }[] {
  const [, ...lines] = table.trim().split('\n')
  return lines.map(line => {
    const [, network = '', , , , , , mask = ''] = line.split('\t')
    return { network: parseInt(network, 16), mask: parseInt(mask, 16) }
  })
}

/** Whether there is a way to any address, of the internet too. */
export function hasDefaultRoute(table: string): boolean {
  return parse(table).some(({ mask }) => mask === 0)
}

/** Whether there is a way to an IPv4 address beside the default one. */
export function hasRoute(table: string, address: string): boolean {
  const bytes = address.split('.').toReversed().map(Number)
  const number = Buffer.from(bytes).readUInt32BE()
  return parse(table).some(({ network, mask }) => mask !== 0 && (number & mask) >>> 0 === network)
}
