import type { Server } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyHttpOptions, FastifyInstance } from 'fastify'

/** How long a request may take to arrive. docs/security.md says so, and the proxy has the same limits. */
export interface ArrivalLimits {
  readonly headersMs: number
  /** Headers and body. */
  readonly requestMs: number
  /** What is left of a body after the answer: a client that is still sending would not read the answer. */
  readonly restMs: number
  /** How often the connections are looked at. */
  readonly checkMs: number
}

export const usualArrival: ArrivalLimits = {
  headersMs: 10_000,
  requestMs: 15_000,
  restMs: 5_000,
  checkMs: 1_000,
}

/**
 * The limits as Node's server takes them. Node exchanges the two where headers have longer than the whole
 * request, so that without `headersTimeout`, which is a minute, a slow body had a minute.
 */
export function arrivalOptions({ headersMs, requestMs, checkMs }: ArrivalLimits) {
  return {
    http: { connectionsCheckingInterval: checkMs, headersTimeout: headersMs },
    requestTimeout: requestMs,
  } satisfies FastifyHttpOptions<Server>
}

/** Ends a connection whose request is answered already and still does not come to its end. */
export function endSlowRests(service: FastifyInstance, { restMs }: ArrivalLimits): void {
  service.addHook('onResponse', async ({ raw }) => {
    const { socket } = raw
    // A request that is injected has none.
    if (raw.complete || !(socket instanceof Socket)) return
    setTimeout(() => raw.complete || socket.destroy(), restMs).unref()
  })
}
