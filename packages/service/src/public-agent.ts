import type { Agent as PlainAgent } from 'node:http'
import type { Agent } from 'node:https'
import { RequestFilteringHttpAgent, RequestFilteringHttpsAgent } from 'request-filtering-agent'

/**
 * An agent for addresses that people give us, so that none leads into a private network: it checks each address that
 * the name resolves to, and connects to no other. Tests
 * trust and allow their own server.
 */
export function publicAgent(options: { ca?: string; allowIPAddressList?: string[] } = {}): Agent {
  return new RequestFilteringHttpsAgent({ keepAlive: false, ...options })
}

/** The same for plain http, which only makes sense with networks that the operator allows. */
export function publicPlainAgent(options: { allowIPAddressList?: string[] } = {}): PlainAgent {
  return new RequestFilteringHttpAgent({ keepAlive: false, ...options })
}

/** Whether the agent refused to connect. Its errors have no code. */
export function isPrivateAddress(error: unknown): boolean {
  return error instanceof Error && error.message.includes('is not allowed. Because')
}
