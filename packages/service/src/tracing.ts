import {
  context,
  propagation,
  ROOT_CONTEXT,
  SpanStatusCode,
  trace,
  type Attributes,
  type Span,
} from '@opentelemetry/api'

/** Makes spans, which are dropped at almost no cost until `startTracing` sets an endpoint. */
export const tracer = trace.getTracer('night-routine')

/**
 * Does `work` within a span, as a child of the current one. `attributes` are ids and classes, nothing about
 * people. A failure is recorded by its name, because messages may contain personal data.
 */
export function traced<Result>(
  name: string,
  attributes: Attributes,
  work: () => Promise<Result>,
): Promise<Result> {
  return tracer.startActiveSpan(name, { attributes }, async span => {
    try {
      return await work()
    } catch (error) {
      const message = error instanceof Error ? error.name : 'unknown'
      span.setStatus({ code: SpanStatusCode.ERROR, message })
      throw error
    } finally {
      span.end()
    }
  })
}

/** Does `work` as a child of this span. */
export function within<Result>(span: Span, work: () => Result): Result {
  return context.with(trace.setSpan(context.active(), span), work)
}

/** The current span in W3C's format, for another process (https://www.w3.org/TR/trace-context/). */
export function traceparent(): string | undefined {
  const carrier: { traceparent?: string } = {}
  propagation.inject(context.active(), carrier)
  return carrier.traceparent
}

/** Does `work` as a child of a span of another process. */
export function continueTrace<Result>(parent: string, work: () => Result): Result {
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent: parent }), work)
}
