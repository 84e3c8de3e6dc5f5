import { SpanKind, SpanStatusCode, type Span } from '@opentelemetry/api'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { onTrail } from '../trail.ts'
import { tracer, within } from '../tracing.ts'

/**
 * Gives each request a trail and a span. Its id is on every log line of the request. The span is named after
 * the route, not the address, which may contain a share link.
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
  // The body is read in socket events, outside the trail.
  service.addHook('preValidation', (request, _reply, done) => follow(request, done))
  service.addHook('onResponse', (request, { statusCode }, done) => {
    const span = spans.get(request)
    span?.setAttribute('http.response.status_code', statusCode)
    if (statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
    span?.end()
    done()
  })
}
