import { AsyncLocalStorage } from 'node:async_hooks'
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

/** Does `work` within a span. No attribute is about people, and a failure is recorded by its name only. */
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

/** The ids of the current request and job, which every log line carries, across services. */
export interface RequestContext {
  /** UUID of the request; its response has it as `x-request-id`. */
  readonly requestId?: string | undefined
  /** The kind and request number of the current job: `push-17`. */
  readonly jobId?: string
}

/** The part of a request context that is passed to another process. */
export interface PassedContext {
  readonly requestId?: string
  /** The span in W3C's format (https://www.w3.org/TR/trace-context/). */
  readonly traceparent?: string
}

const requestContexts = new AsyncLocalStorage<RequestContext>()

/** The ids of the current request and job; empty outside of both. */
export function currentRequestContext(): RequestContext {
  return requestContexts.getStore() ?? {}
}

/** Does `work` with these ids added to the current request context. */
export function inRequestContext<Result>(
  requestContext: RequestContext,
  work: () => Result,
): Result {
  return requestContexts.run({ ...currentRequestContext(), ...requestContext }, work)
}

/** The request context that a wake-up carries to another service. */
export function contextToPass(): PassedContext {
  const { requestId } = currentRequestContext()
  const span: { traceparent?: string } = {}
  propagation.inject(context.active(), span)
  const { traceparent } = span
  return { ...(requestId && { requestId }), ...(traceparent && { traceparent }) }
}

/** Does `work` in the request context of a wake-up. */
export function inPassedContext<Result>(
  { requestId, traceparent }: PassedContext,
  work: () => Result,
): Result {
  const follow = () => inRequestContext({ requestId }, work)
  if (traceparent === undefined) return follow()
  return context.with(propagation.extract(ROOT_CONTEXT, { traceparent }), follow)
}
