import { randomUUID } from 'node:crypto'
import underPressure from '@fastify/under-pressure'
import { fastify, type FastifyInstance } from 'fastify'
import type { Logger } from '../logger.ts'
import { drainConnections } from './drain-connections.ts'
import { answerError, type ErrorPage, type SayError, type TranslateError } from './error-answer.ts'
import { followRequests } from './follow-requests.ts'
import { limitRequests } from './limit-requests.ts'
import { answerBrokenRequest, refuseMalformedRequests } from './malformed-request.ts'
import { RequestLog } from './request-log.ts'
import { arrivalOptions, endSlowRests, usualArrival, type ArrivalLimits } from './slow-requests.ts'
import { answerUnknownAddresses } from './unknown-address.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that machines ask over and over: a line in the log only when something is wrong. */
    quiet?: boolean
  }
}

export interface ServiceOptions {
  readonly logger: Logger
  /** Addresses and ranges whose X-Forwarded headers are believed; by default nobody's. */
  readonly trustedProxies?: readonly string[]
  /** On every answer that does not set them itself, however early it was decided. */
  readonly headers?: Readonly<Record<string, string>>
  /** Renders error pages for browsers; without it every error is JSON. */
  readonly errorPage?: ErrorPage
  readonly translateError?: TranslateError
  /** What an error says, in the language of whoever asked; without it, and where it gives nothing, English. */
  readonly sayError?: SayError
  /** 10 s unless told; 0 for a service whose waits all have an end of their own, and no timers. */
  readonly handlerTimeoutMs?: number
  /** A mean delay of the event loop above this is answered with 503; 0 never is. Tests set it. */
  readonly pressure?: { readonly maxEventLoopDelayMs: number; readonly sampleMs: number }
  /** With so many requests in progress, others are answered with 503; no limit unless told. */
  readonly mostRequests?: number
  /** How long requests may take to arrive; tests make it short. */
  readonly arrival?: ArrivalLimits
}

// A small machine that is busy elsewhere stalls for a second or two now and then; that is no flood, and a
// sample without a turn of the loop counts as one.
const usualPressure = { maxEventLoopDelayMs: 1_000, sampleMs: 3_000 }

/**
 * A Fastify instance with the limits, answers and log lines that all services share. Schemas
 * are strict: nothing is coerced (`"5"` is no number), nothing is removed. A handler has 10 s
 * (`handlerTimeout` of a route says otherwise), then the answer is 503.
 */
export function createService({
  logger,
  trustedProxies = [],
  handlerTimeoutMs = 10_000,
  pressure = usualPressure,
  arrival = usualArrival,
  mostRequests = Infinity,
  headers: always = {},
  ...answers
}: ServiceOptions): FastifyInstance {
  const service = fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    // The trail names the request, on lines of other loggers as well.
    childLoggerFactory: (parent, _bindings, options) => parent.child({}, options),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 65_536,
    ...arrivalOptions(arrival),
    connectionTimeout: 20_000,
    handlerTimeout: handlerTimeoutMs,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    return503OnClosing: false,
    // Coercion would turn 9007199254740993 into another night's id.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false } },
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded never reaches the error handler.
    frameworkErrors: (fault, request, { raw }) => {
      void answerError(fault, request, answers).then(({ status, headers, body }) =>
        raw.writeHead(status, { ...always, 'x-request-id': request.id, ...headers }).end(body),
      )
    },
  })
  service.addHook('onRequest', async (request, reply) => {
    void reply.header('x-request-id', request.id)
  })
  followRequests(service)
  limitRequests(service, mostRequests)
  // As answers leave, not as requests come: errors that other hooks throw early have them, too.
  service.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(always))
      if (!reply.hasHeader(name)) void reply.header(name, value)
  })
  service.setErrorHandler(async (error, request, reply) => {
    const { status, headers, body } = await answerError(error, request, answers)
    return reply.code(status).headers(headers).send(body)
  })
  drainConnections(service)
  endSlowRests(service, arrival)
  refuseMalformedRequests(service)
  answerUnknownAddresses(service)
  void service.register(underPressure, {
    maxEventLoopDelay: pressure.maxEventLoopDelayMs,
    sampleInterval: pressure.sampleMs,
    retryAfter: 5,
  })
  return service
}
