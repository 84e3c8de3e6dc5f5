import { AsyncLocalStorage } from 'node:async_hooks'
import { continueTrace, traceparent } from './tracing.ts'

/** What led to the work at hand: ids that every line of the log carries, in each service it went through. */
export interface Trail {
  /** UUID of the request, also `x-request-id` of its answer. */
  readonly requestId?: string | undefined
  /** The work that is done: its kind and the number of its request, `push-17`. */
  readonly jobId?: string
}

/** As much of a trail as another process needs to go on with it. */
export interface PassedTrail {
  readonly requestId?: string
  readonly traceparent?: string
}

const trails = new AsyncLocalStorage<Trail>()

/** Does `work` with these ids beside those it has already. */
export function onTrail<Result>(trail: Trail, work: () => Result): Result {
  return trails.run({ ...trails.getStore(), ...trail }, work)
}

/** What a wake-up of another service takes along. */
export function trailToPass(): PassedTrail {
  const { requestId } = currentTrail()
  const parent = traceparent()
  return { ...(requestId && { requestId }), ...(parent && { traceparent: parent }) }
}

/** Does `work` on the trail that a wake-up brought. */
export function onPassedTrail<Result>(
  { requestId, traceparent: parent }: PassedTrail,
  work: () => Result,
): Result {
  const follow = () => onTrail({ requestId }, work)
  return parent === undefined ? follow() : continueTrace(parent, follow)
}

/** The ids of the work at hand; none outside of any. */
export function currentTrail(): Trail {
  return trails.getStore() ?? {}
}
