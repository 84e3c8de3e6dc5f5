import { AsyncLocalStorage } from 'node:async_hooks'
import { continueTrace, traceparent } from './tracing.ts'

/** The ids of the current request and job, which every log line carries, across services. */
export interface Trail {
  /** UUID of the request; its response has it as `x-request-id`. */
  readonly requestId?: string | undefined
  /** The kind and request number of the current job: `push-17`. */
  readonly jobId?: string
}

/** The part of a trail that is passed to another process. */
export interface PassedTrail {
  readonly requestId?: string
  readonly traceparent?: string
}

const trails = new AsyncLocalStorage<Trail>()

/** Does `work` with these ids added to the current trail. */
export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return trails.run({ ...trails.getStore(), ...trail }, work)
}

/** The trail that a wake-up carries to another service. */
export function trailToPass(): PassedTrail {
  const { requestId } = currentTrail()
  const parent = traceparent()
  return { ...(requestId && { requestId }), ...(parent && { traceparent: parent }) }
}

/** Does `work` on the trail of a wake-up. */
export function onPassedTrail<Result>(
  { requestId, traceparent: parent }: PassedTrail,
  work: () => Result,
): Result {
  const follow = () => onTrail({ requestId }, work)
  return parent === undefined ? follow() : continueTrace(parent, follow)
}

/** The ids of the current request and job; empty outside of both. */
export function currentTrail(): Trail {
  return trails.getStore() ?? {}
}
