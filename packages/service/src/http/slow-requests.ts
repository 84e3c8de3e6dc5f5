import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

/** Time limits for incoming requests. docs/security.md describes them, and the proxy has the same. */
export interface ArrivalLimits {
  readonly headersMs: number
  /** Headers and body. */
  readonly requestMs: number
  /** For the rest of a body after the response: a client that is still sending would not read it. */
  readonly restMs: number
  /** How often the connections are checked. */
  readonly checkMs: number
}

export const usualArrival: ArrivalLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  restMs: 5_000,
  checkMs: 1_000,
}

/**
 * The limits as options of Node's server. Node swaps the two when the headers may take longer than the
 * request. `headersTimeout` is a minute by default, so without setting it a slow body would have a minute.
 */
export function arrivalOptions({ headersMs, requestMs, checkMs }: ArrivalLimits) {
  return {
    http: { connectionsCheckingInterval: checkMs, headersTimeout: headersMs },
    requestTimeout: requestMs,
  } satisfies FastifyHttpOptions<Server>
}

/** Ends a connection that was answered but keeps sending its request. */
export function endSlowRequests(service: FastifyInstance, { restMs }: ArrivalLimits): void {
  service.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    // An injected request has no socket.
    if (raw.complete || !(socket instanceof Socket)) return
    setTimeout(() => raw.complete || socket.destroy(), restMs).unref()
  })
}
