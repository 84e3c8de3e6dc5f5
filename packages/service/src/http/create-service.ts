import { randomUUID } from 'node:crypto'
import { fastify, type FastifyInstance } from 'fastify'
import type { Logger } from '../logger.ts'
import { readBodies } from './bodies.ts'
import { waits } from '../waits.ts'
import { answerError, type ErrorAnswers } from './error-answer.ts'
import { followRequests, RequestLog } from './follow-requests.ts'
import {
  arrivalOptions,
  checkHandlerLimits,
  drainConnections,
  endSlowRequests,
  limitLoad,
  usualArrival,
  usualPressure,
  type ArrivalLimits,
} from './limits.ts'
import { answerBrokenRequest, refuseMalformedRequests, refuseUnknownAddresses } from './refusals.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** For routes that machines poll: logs only failed requests. */
    quiet?: boolean
    /** Who may use the route. The web service demands a session unless a route says otherwise. */
    access?: 'session' | 'optional' | 'public'
    /** Whether other sites may post to it. */
    anySite?: boolean
    /** Whether it refuses text that cannot be stored itself, in its own words. */
    anyText?: boolean
    /** Bytes move all the time, so a handler may take longer than an idle connection lives. */
    streams?: boolean
  }
}

export interface ServiceOptions extends ErrorAnswers {
  readonly logger: Logger
  /** Addresses and ranges whose X-Forwarded headers are trusted; none by default. */
  readonly trustedProxies?: readonly string[]
  /** Headers of every response that does not set them itself, including early errors. */
  readonly headers?: Readonly<Record<string, string>>
  /** 10 s by default. 0 means no limit, for a service that limits all its waits itself. */
  readonly handlerTimeoutMs?: number
  /** While so many requests are in progress, others get 503; unlimited by default. */
  readonly mostRequests?: number
  /** What counts as pressure, under which all but a few requests get 503. Set by tests. */
  readonly pressure?: typeof usualPressure
  /** Time limits for incoming requests; tests set short ones. */
  readonly arrival?: ArrivalLimits
}

/** A Fastify instance with the limits, errors and log lines of all services. Schemas coerce and remove nothing. */
export function createService({
  logger,
  trustedProxies = [],
  handlerTimeoutMs = 10_000,
  pressure = usualPressure,
  mostRequests = Infinity,
  arrival = usualArrival,
  headers: always = {},
  ...answers
}: ServiceOptions): FastifyInstance {
  const service = fastify({
    loggerInstance: logger,
    logController: new RequestLog(),
    // The request context adds the request id to the lines of all loggers.
    childLoggerFactory: (parent, _bindings, options) => parent.child({}, options),
    genReqId: () => randomUUID(),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 65_536,
    ...arrivalOptions(arrival),
    connectionTimeout: waits.connectionMs,
    handlerTimeout: handlerTimeoutMs,
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    return503OnClosing: false,
    // Coercion would turn 9007199254740993 into the id of another night.
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: false } },
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded does not reach the error handler.
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
  checkHandlerLimits(service)
  limitLoad(service, { most: mostRequests, pressure })
  // Set when responses leave, so that errors of early hooks have them too.
  service.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(always))
      if (!reply.hasHeader(name)) void reply.header(name, value)
  })
  service.setErrorHandler(async (error, request, reply) => {
    const { status, headers, body } = await answerError(error, request, answers)
    return reply.code(status).headers(headers).send(body)
  })
  readBodies(service)
  drainConnections(service)
  endSlowRequests(service, arrival)
  refuseMalformedRequests(service)
  refuseUnknownAddresses(service)
  return service
}
