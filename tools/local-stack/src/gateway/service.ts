import { METHODS, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import httpProxy from '@fastify/http-proxy'
import {
  arrivalOptions,
  endSlowRequests,
  takeAnyMediaType,
  usualArrival,
  type ServiceDependencies,
} from '@night-routine/service'
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import { accepts } from './accepts.ts'
import type { Config } from './config.ts'
import { isTooLarge, limitedBody } from './limited-body.ts'
import { answeredHeaders, passedHeaders } from './passed-headers.ts'
import { ways } from './ways.ts'

export interface GatewayDependencies extends ServiceDependencies<Config> {
  /** How long a request waits for a service that starts. */
  readonly patienceMs?: number
  /** How long a request may take to arrive. */
  readonly arrival?: typeof usualArrival
}

/**
 * One public address for the services. It behaves as the proxy of production does, infra/caddy/Caddyfile:
 * test/gateway/proxies.caddy.test.ts compares the two.
 */
export async function buildService({
  config,
  logger,
  patienceMs = 30_000,
  arrival = usualArrival,
}: GatewayDependencies) {
  const wayOf = ways(config)
  const canonical = new URL(config.PUBLIC_URL)
  const gateway = Fastify({
    loggerInstance: logger,
    forceCloseConnections: true,
    rewriteUrl: pathOf,
    ...arrivalOptions(arrival),
    frameworkErrors: (_fault, _request, reply) => void say(reply, 400, '400 Bad Request'),
  })
  for (const method of METHODS)
    if (method !== 'CONNECT' && !gateway.supportedMethods.includes(method))
      gateway.addHttpMethod(method, { hasBody: true })
  gateway.setErrorHandler(async (fault, request, reply) => {
    if (isTooLarge(fault))
      return say(reply.header('connection', 'close'), 413, 'This is too much at once.')
    return isMistake(fault) ? say(reply, 400, '400 Bad Request') : refuse(request, reply)
  })
  takeAnyMediaType(gateway)
  endSlowRequests(gateway, arrival)

  gateway.addHook('onRequest', async (request, reply) => {
    if (request.headers.host !== canonical.host)
      return reply.redirect(canonical.origin + request.url, 308)
    return undefined
  })

  gateway.addHook('preHandler', async (request, reply) => {
    const { upstream, waits, mostBytes } = wayOf(request.url)
    if (!(await accepts(upstream, waits ? patienceMs : 0))) return refuse(request, reply)
    if (isStream(request.body)) request.body = limitedBody(request.body, mostBytes)
    return undefined
  })
  await gateway.register(httpProxy, {
    upstream: '',
    httpMethods: gateway.supportedMethods,
    // A new connection for each request: a service that was restarted has closed the old ones.
    http: { agentOptions: { keepAlive: false }, requestOptions: { timeout: 0 } },
    disableCache: true,
    replyOptions: {
      getUpstream: request => wayOf(request.url).upstream,
      rewriteRequestHeaders: passedHeaders,
      rewriteHeaders: answeredHeaders,
      // Never send a request twice.
      retryDelay: () => null,
    },
  })
  return gateway

  function refuse(request: FastifyRequest, reply: FastifyReply) {
    if (wayOf(request.url).name === 'vault') return say(reply, 404, 'Nothing is published here.')
    void reply.header('retry-after', '10')
    return say(reply, 503, 'Night Routine is starting. Try again in a moment.')
  }
}

/**
 * The path of a request. A client may send the whole address (RFC 9112, section 3.2.2), and then its host counts. The
 * proxy library would read a path with two leading slashes as a host.
 */
function pathOf({ url = '/', headers }: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const [, host, path = ''] = /^https?:\/\/([^/?#]*)([/?#].*)?$/is.exec(url) ?? []
  if (host === undefined) return url.replace(/^\/{2,}/, '/')
  headers.host = host
  return path.replace(/^\/*/, '/')
}

/** Whether the request is at fault, and not a service that does not answer. */
function isMistake(fault: unknown): boolean {
  const { statusCode }: { statusCode?: unknown } = Object(fault)
  return typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500
}

function say(reply: FastifyReply, status: number, args: string) {
  return reply.code(status).type('text/plain; charset=utf-8').send(args)
}

function isStream(body: unknown): body is Readable {
  return typeof body === 'object' && body !== null && 'pipe' in body
}
