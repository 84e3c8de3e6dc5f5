import type { Server } from 'node:http'
import { Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import underPressure from '@fastify/under-pressure'
import type { FastifyHttpOptions, FastifyInstance, FastifyRequest } from 'fastify'
import { waits } from '../waits.ts'
import { failure } from './errors.ts'

/** Time limits for incoming requests. docs/security.md describes them, and the proxy has the same. */
export const usualArrival = {
  headersMs: 10_000,
  /** Headers and body. */
  requestMs: 15_000,
  /** For the rest of a body after the response: a client that is still sending would not read it. */
  restMs: 5_000,
  /** How often the connections are checked. */
  checkMs: 1_000,
}

export type ArrivalLimits = typeof usualArrival

/** The limits for Node's server. It swaps the two if headers may take longer, which by default is a minute. */
export function arrivalOptions({ headersMs, requestMs, checkMs }: ArrivalLimits) {
  return {
    http: { connectionsCheckingInterval: checkMs, headersTimeout: headersMs },
    requestTimeout: requestMs,
  } satisfies FastifyHttpOptions<Server>
}

/** Refuses to register a route whose connection could be cut before its handler answers that it is late. */
export function checkHandlerLimits(service: FastifyInstance): void {
  service.addHook('onRoute', ({ url, handlerTimeout = 0, config }) => {
    if (handlerTimeout < waits.connectionMs || config?.streams === true) return
    throw new Error(`${url}: a handler needs a limit below ${waits.connectionMs} ms, or streams`)
  })
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

/** The mean delay of the event loop that counts as pressure: a small, busy machine stalls for a second now and then. */
export const usualPressure = { maxEventLoopDelayMs: 1_000, sampleMs: 3_000 }

/** With no more requests than these, a stall is the machine's: a late answer helps more than a refusal. */
const few = 20

/**
 * Answers 503 while `most` requests are in progress, or more than a few under pressure: a queue that only grows answers
 * no one in time. Routes with `quiet` are never refused, so that health checks restart no busy service.
 */
export function limitLoad(
  service: FastifyInstance,
  { most, pressure }: { most: number; pressure: typeof usualPressure },
): void {
  const counted = new WeakSet<FastifyRequest>()
  let inProgress = 0
  const release = async (request: FastifyRequest) => {
    if (counted.delete(request)) inProgress -= 1
  }
  service.addHook('onRequest', async request => {
    if (request.routeOptions.config.quiet) return
    if (inProgress >= most) throw failure('too-busy')
    inProgress += 1
    counted.add(request)
  })
  service.addHook('onSend', release)
  service.addHook('onRequestAbort', release)
  service.addHook('onResponse', release)
  void service.register(underPressure, {
    maxEventLoopDelay: pressure.maxEventLoopDelayMs,
    sampleInterval: pressure.sampleMs,
    pressureHandler: async request => {
      if (counted.has(request) && inProgress > few) throw failure('too-busy')
    },
  })
}

/** Node accepts about one connection per turn of its event loop; more than this never wait here. */
const turns = 100

/**
 * Loses no request when the service closes: closing the port resets connections that wait to be accepted, so
 * they are accepted first. Responses then end their connections, for which Node would wait a minute.
 */
export function drainConnections(service: FastifyInstance): void {
  let closing = false
  service.addHook('preClose', async () => {
    closing = true
    for (let count = 0; count < turns; count += 1) await turn()
  })
  service.addHook('onSend', async (_request, reply) => {
    if (closing) void reply.header('connection', 'close')
  })
}
