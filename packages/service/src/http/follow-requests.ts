import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'
import {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { maskPath } from '../redaction.ts'
import { inRequestContext, tracer, within } from '../tracing.ts'

/** Gives each request a context and a span, named after the route: the address may contain a share link. */
export function followRequests(service: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const follow = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    inRequestContext({ requestId: request.id }, () => (span ? within(span, work) : work()))
  }

  service.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'nowhere'
    const attributes = { 'http.request.method': method, 'http.route': route, 'request.id': id }
    spans.set(
      request,
      tracer.startSpan(`${method} ${route}`, { kind: SpanKind.SERVER, attributes }),
    )
    follow(request, done)
  })
  // The body is read in socket events, outside the request context.
  service.addHook('preValidation', (request, _reply, done) => follow(request, done))
  service.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}

/** Logs one line per response, without the query and without share links. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  override requestCompleted(
    error: Error | null | undefined,
    { url, method, id: requestId, log, routeOptions }: FastifyRequest,
    { statusCode: status, elapsedTime }: FastifyReply,
  ): void {
    const path = maskPath(url.split('?', 1)[0] ?? '/')
    const line = { requestId, method, path, status, ms: Math.round(elapsedTime) }
    if (error) log.error({ ...line, err: error }, 'request aborted')
    else if (routeOptions.config.quiet && status < 400) log.debug(line, 'request')
    else log.info(line, 'request')
  }
}
