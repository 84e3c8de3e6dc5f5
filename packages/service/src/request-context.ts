import { AsyncLocalStorage } from 'node:async_hooks'

/** The ids of the current request and job, which every log line carries, across services. */
export interface RequestContext extends PassedContext {
  /** The kind and request number of the current job: `push-17`. */
  readonly jobId?: string
}

/** The part of a request context that a wake-up carries to another service. */
export interface PassedContext {
  /** UUID of the request; its response has it as `x-request-id`. */
  readonly requestId?: string | undefined
}

const requestContexts = new AsyncLocalStorage<RequestContext>()

/** The ids of the current request and job; empty outside of both. */
export function currentRequestContext(): RequestContext {
  return requestContexts.getStore() ?? {}
}

/** Does `work` with these ids added to the current request context. */
export function inRequestContext<Result>(ids: RequestContext, work: () => Result): Result {
  return requestContexts.run({ ...currentRequestContext(), ...ids }, work)
}

/** The request context that a wake-up carries to another service. */
export function contextToPass(): PassedContext {
  const { requestId } = currentRequestContext()
  return requestId === undefined ? {} : { requestId }
}
