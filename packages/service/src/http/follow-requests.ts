import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onTrail } from '../trail.ts'
import { tracer, within } from '../tracing.ts'

/**
 * Puts each request on a trail of its own: its id is on every line that is logged for it, and its
 * route, never its address, is the name of its span.
 */
export function followRequests(service: FastifyInstance): void {
  const spans = new WeakMap<FastifyRequest, Span>()
  const follow = (request: FastifyRequest, work: () => void) => {
    const span = spans.get(request)
    onTrail({ requestId: request.id }, () => (span ? within(span, work) : work()))
  }

  service.addHook('onRequest', (request, _reply, done) => {
    const { method, routeOptions, id } = request
    const route = routeOptions.url ?? 'nowhere'
    spans.set(
      request,
      tracer.startSpan(`${method} ${route}`, {
        kind: SpanKind.SERVER,
        attributes: { 'http.request.method': method, 'http.route': route, 'request.id': id },
      }),
    )
    follow(request, done)
  })
  // A body is read in events of the socket, which are nobody's.
  service.addHook('preValidation', (request, _reply, done) => follow(request, done))
  service.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
