import { lookup } from 'node:dns'
import type { Agent as PlainAgent } from 'node:http'
import type { Agent } from 'node:https'
import { BlockList, isIPv6, type LookupFunction, type TcpNetConnectOpts } from 'node:net'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/** IPv4 addresses written as IPv6 (RFC 4291, 2.5.5.1): some systems connect to the one inside. */
const compatible = new BlockList()
compatible.addSubnet('::', 96, 'ipv6')

/** The library takes them for public addresses; the unspecified one in their place it refuses. */
function refusable(address: string): string {
  return isIPv6(address) && compatible.check(address, 'ipv6') ? '::' : address
}

/** Looks a name up, and checks each address that it resolves to. */
function checkedLookup(given: LookupFunction): LookupFunction {
  return (hostname, options, callback) =>
    given(hostname, { ...options, all: true }, (error, found) => {
      const all = [found ?? []]
        .flat()
        .map(one =>
          typeof one === 'string'
            ? { address: refusable(one), family: isIPv6(one) ? 6 : 4 }
            : { ...one, address: refusable(one.address) },
        )
      if (options.all === true) return callback(error, all)
      return callback(error, all[0]?.address ?? '', all[0]?.family)
    })
}

class PublicAgent extends RequestFilteringHttpsAgent {
  override createConnection(...[options, listener]: Connecting) {
    return super.createConnection(checked(options), listener)
  }
}

class PublicPlainAgent extends RequestFilteringHttpAgent {
  override createConnection(...[options, listener]: Connecting) {
    return super.createConnection(checked(options), listener)
  }
}

type Connecting = Parameters<RequestFilteringHttpAgent['createConnection']>

function checked(options: TcpNetConnectOpts): TcpNetConnectOpts {
  const { host = '', lookup: given = lookup } = options
  return { ...options, host: refusable(host), lookup: checkedLookup(given) }
}

/** An agent for addresses that people give: it checks each that the name resolves to, and connects to public ones. */
export function publicAgent(options: { ca?: string; allowIPAddressList?: string[] } = {}): Agent {
  return new PublicAgent({ keepAlive: false, ...options })
}

/** The same for plain http, which only makes sense with networks that the operator allows. */
export function publicPlainAgent(options: { allowIPAddressList?: string[] } = {}): PlainAgent {
  return new PublicPlainAgent({ keepAlive: false, ...options })
}

/** Whether the agent refused to connect. Its errors have no code. */
export function isPrivateAddress(error: unknown): boolean {
  return error instanceof Error && error.message.includes('is not allowed. Because')
}
